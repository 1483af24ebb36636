package dev.cleveragents.exec.confine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MountPointsTest {

  @Test
  void aFolderWithoutMountsHasNone(@TempDir Path folder) throws Exception {
    Path odd = Files.createDirectory(folder.toRealPath().resolve("ä %20 b"));

    assertThat(MountPoints.under(odd).find(odd)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aMountPointIsFoundAtTheRootAndBelow() throws Exception {
    Path proc = Path.of("/proc");

    assertThat(MountPoints.under(proc).find(proc)).contains("/proc");
    assertThat(MountPoints.under(Path.of("/")).find(proc)).isPresent();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allBelowARootAreFoundAndNotTheRoot() throws Exception {
    assertThat(MountPoints.under(Path.of("/dev")).below())
        .containsExactlyElementsOf(
            Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .map(line -> line.split(" ", -1)[1])
                .filter(point -> point.startsWith("/dev/"))
                .toList());
  }
}
