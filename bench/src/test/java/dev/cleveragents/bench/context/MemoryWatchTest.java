package dev.cleveragents.bench.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  @Test
  void whatIsResidentIsReadFromTheStatus() {
    assertThat(
            MemoryWatch.Resident.of(
                List.of("Name:\tjava", "VmRSS:\t    1024 kB", "RssAnon:\t  512 kB", "Threads: 2")))
        .isEqualTo(new MemoryWatch.Resident(512 * 1024, 1024 * 1024));
    assertThat(MemoryWatch.Resident.of(List.of("Name:\tkthreadd")))
        .isEqualTo(MemoryWatch.Resident.NONE);
  }
}
