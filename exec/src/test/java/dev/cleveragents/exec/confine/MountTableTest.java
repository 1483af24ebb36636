package dev.cleveragents.exec.confine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which file system a path is on. */
class MountTableTest {

  private final MountTable mounts =
      MountTable.parse(
          List.of(
              "22 27 0:21 / /proc rw,relatime - proc proc rw",
              "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
              "30 27 0:25 / /home rw,nosuid,nodev,noexec - ext4 /dev/vdb rw",
              "31 30 0:26 / /home/a\\040b/c ro shared:1 master:2 - tmpfs none ro",
              "32 27 0:27 / /home rw - tmpfs none rw"));

  @Test
  void aPathIsOnTheNearestMountAboveItThatIsNotCovered() {
    assertThat(mounts.at(Path.of("/etc/passwd")).orElseThrow().id()).isEqualTo(27);
    assertThat(mounts.at(Path.of("/proc/1")).orElseThrow().type()).isEqualTo("proc");
    assertThat(mounts.at(Path.of("/home/a b/c")).orElseThrow().isReadOnly()).isTrue();
  }

  @Test
  void whatItMustKeepIsTold() {
    assertThat(mounts.at(Path.of("/home/x")).orElseThrow().lasting())
        .isEqualTo(",nodev,noexec,nosuid");
    assertThat(mounts.at(Path.of("/")).orElseThrow().lasting()).isEmpty();
  }

  @Test
  void whatNoPathComesToIsNotVisible() {
    assertThat(mounts.visible())
        .extracting(MountTable.Mount::id)
        .doesNotContain(32)
        .contains(27, 30, 31);
    MountTable stacked =
        MountTable.parse(
            List.of(
                "27 1 254:0 / / rw - ext4 /dev/vda rw",
                "28 27 0:1 / /mnt rw - tmpfs none rw",
                "29 28 0:2 / /mnt rw - tmpfs none rw"));
    assertThat(stacked.visible()).extracting(MountTable.Mount::id).containsExactly(27, 29);
  }
}
