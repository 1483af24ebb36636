package dev.cleveragents.workspace.apply.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathStateTest {

  @TempDir Path folder;

  private static FileState state(String text, FileMode mode) {
    return FileState.of(text.getBytes(StandardCharsets.UTF_8), mode);
  }

  @Test
  void nothingIsNothingAlsoBelowAFileOrALinkToNowhere() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("not-there"));
    for (Path path :
        new Path[] {
          folder.resolve("a"), folder.resolve("a/b"), file.resolve("in/deep"), link.resolve("in")
        }) {
      assertThat(PathState.at(path)).as(path.toString()).isInstanceOf(PathState.Nothing.class);
      assertThat(PathState.at(path).is(null)).isTrue();
      assertThat(PathState.at(path).is(state("", FileMode.REGULAR))).isFalse();
    }
  }

  @Test
  void belowALinkThatLeadsToItselfIsNothingButATroubleIsNotTakenForNothing() throws Exception {
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertThat(PathState.at(loop.resolve("in"))).isInstanceOf(PathState.Nothing.class);
    Path unspeakable = folder.resolve("not-there").resolve("long".repeat(100));
    assertThatThrownBy(() -> PathState.at(folder.resolve("long".repeat(100))))
        .isInstanceOf(FileSystemException.class);
    assertThat(PathState.at(unspeakable)).isInstanceOf(PathState.Nothing.class);
  }

  @Test
  void aFileIsItsBytesAndWhetherItsOwnerMayRunIt() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text\n");
    assertThat(PathState.at(file).is(state("text\n", FileMode.REGULAR))).isTrue();
    assertThat(PathState.at(file).is(state("test\n", FileMode.REGULAR))).isFalse();
    assertThat(PathState.at(file).is(state("text\n", FileMode.EXECUTABLE))).isFalse();
    assertThat(PathState.at(file).is(null)).isFalse();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr--r--"));
    assertThat(PathState.at(file).is(state("text\n", FileMode.EXECUTABLE))).isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-xr-x"));
    assertThat(PathState.at(file).is(state("text\n", FileMode.REGULAR))).isTrue();
  }

  @Test
  void aLinkIsWhereItLeadsAndNotWhatIsThere() throws Exception {
    Files.writeString(folder.resolve("file"), "text\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
    assertThat(PathState.at(link).is(state("file", FileMode.SYMLINK))).isTrue();
    assertThat(PathState.at(link).is(state("text\n", FileMode.REGULAR))).isFalse();
  }

  @Test
  void aFolderIsNeverWhatAPlanWrites() throws Exception {
    assertThat(PathState.at(folder)).isEqualTo(new PathState.Other("a folder"));
    assertThat(PathState.at(folder).is(null)).isFalse();
  }
}
