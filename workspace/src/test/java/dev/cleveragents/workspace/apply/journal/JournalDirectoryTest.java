package dev.cleveragents.workspace.apply.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has a journal has it alone, in this process and among all. */
class JournalDirectoryTest {

  @TempDir Path folder;
  private Path place;

  @BeforeEach
  void place() {
    place = folder.resolve("above/journal");
  }

  @Test
  void aHeldLockBelongsToOneHolderUntilItIsClosed() throws Exception {
    try (JournalDirectory made = JournalDirectory.make(place)) {
      assertThat(made.path()).isEqualTo(place);
      assertThat(JournalDirectory.adopt(place, true)).isEmpty();
      assertThat(JournalDirectory.adopt(place, false)).as("asked again").isEmpty();
    }
    try (JournalDirectory adopted = JournalDirectory.adopt(place, false).orElseThrow()) {
      assertThat(adopted.path()).isEqualTo(place);
      assertThat(JournalDirectory.adopt(place, false)).isEmpty();
    }
    JournalDirectory.adopt(place, true).orElseThrow().close();
  }

  @Test
  void oneThatIsThereIsNotMadeAgain() throws Exception {
    JournalDirectory.make(place).close();
    assertThatThrownBy(() -> JournalDirectory.make(place))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void withoutItsLockItIsTakenOverOnlyIfItsMakerIsGone() throws Exception {
    Files.createDirectories(place);
    for (int round = 0; round < 2; round++) {
      assertThatThrownBy(() -> JournalDirectory.adopt(place, false))
          .isInstanceOf(NoSuchFileException.class);
    }
    try (JournalDirectory adopted = JournalDirectory.adopt(place, true).orElseThrow()) {
      assertThat(adopted.file("owner")).exists();
    }
  }

  @Test
  void anotherProcessThatHasItKeepsIt() throws Exception {
    JournalDirectory.make(place).close();
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                place.resolve("owner").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.getInputStream().read()).isEqualTo('h');
      for (int round = 0; round < 2; round++) {
        assertThat(JournalDirectory.adopt(place, true)).isEmpty();
      }
    } finally {
      other.getOutputStream().close();
    }
    assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
    JournalDirectory.adopt(place, true).orElseThrow().close();
  }

  /** Holds a file's lock until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        if (channel.tryLock() == null) {
          throw new IllegalStateException("Another process has it");
        }
        System.out.write('h');
        System.out.flush();
        while (System.in.read() >= 0) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void whatIsWrittenIsReadAndWhatIsNotIsEmpty() throws Exception {
    try (JournalDirectory made = JournalDirectory.make(place)) {
      assertThat(made.read("notes")).isEmpty();
      made.write("notes", "one\n");
      made.write("notes", "two\n");
      assertThat(made.read("notes")).contains("two\n");
      assertThat(made.file("notes.tmp")).doesNotExist();
    }
  }
}
