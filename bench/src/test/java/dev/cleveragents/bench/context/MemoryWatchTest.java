package dev.cleveragents.bench.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  @Test
  void whatIsResidentIsReadFromTheStatus() {
    assertThat(MemoryWatch.residentOf(List.of("Name:\tjava", "VmRSS:\t    1024 kB", "Threads: 2")))
        .isEqualTo(1024 * 1024);
    assertThat(MemoryWatch.residentOf(List.of("Name:\tkthreadd"))).isZero();
  }
}
