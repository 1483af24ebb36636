package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.ChainVerdict;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.settings.StoreAddress;
import dev.cleveragents.store.OpenWaitPolicy;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is lost is not taken for a new one, and a log is not continued without its key. */
class OpenedStoreTest {

  private static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");

  @TempDir private Path folder;
  private Path home;
  private Path store;
  private Config config;

  @BeforeEach
  void aHomeWithAStore() throws IOException {
    home = folder.resolve("home");
    store = home.resolve(StoreAddress.DEFAULT_FILE);
    config = Config.inHome(home);
    addJob(config);
  }

  private void addJob(Config where) {
    try (CleverAgents agents = CleverAgents.open(where)) {
      agents.jobs().add(new ExecCommand("true", folder, ExecCommand.DEFAULT_DEADLINE).asJob());
    }
  }

  private static ChainVerdict verdict(Config where) {
    try (CleverAgents agents = CleverAgents.open(where.forReading())) {
      return agents.log().verify();
    }
  }

  private void removeStore() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      for (Path file : files.filter(it -> it.toString().contains(".db")).toList()) {
        Files.delete(file);
      }
    }
  }

  private void assertLost(String why) {
    for (Config how : List.of(config, config.forReading())) {
      assertThatThrownBy(() -> CleverAgents.open(how).close())
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.LOST);
                assertThat(e).hasMessageContainingAll(why, "Still there: ", "refs/cleveragents");
              });
    }
  }

  @Test
  void aDeletedStoreIsNotCreatedAgain() throws IOException {
    removeStore();

    assertLost("is missing or empty");

    assertThat(store).doesNotExist();
  }

  @Test
  void anEmptiedStoreIsLeftAsItIs() throws IOException {
    Files.write(store, new byte[0]);

    assertLost("its log had 1 event");

    assertThat(store).isEmptyFile();
  }

  @Test
  void theStoreOfAnotherHomeIsRefused() throws IOException {
    addJob(Config.inHome(folder.resolve("other")));
    removeStore();
    Files.copy(folder.resolve("other").resolve(StoreAddress.DEFAULT_FILE), store);

    assertLost("is not the one that this home has used there");
  }

  @Test
  void whoStartsOverKeepsTheOldFilesAndBeginsWithAnEmptyStore() throws IOException {
    Files.write(store, new byte[0]);

    StartOver done = StartOver.in(home, config.store(), NOW);

    assertThat(done.store()).exists();
    assertThat(store).doesNotExist();
    addJob(config);
    assertThat(verdict(config)).isInstanceOf(ChainVerdict.Sound.class);
    try (Stream<Path> files = Files.list(home.resolve("audit"))) {
      assertThat(files.map(it -> it.toString().replaceFirst(".*[.](key|mark)", "$1")))
          .containsExactlyInAnyOrder("key", "key", "mark", "mark.before-restore-1795089600000");
    }
  }

  @Test
  void withoutAnyStoreThereIsNothingToGiveUp() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> StartOver.in(none, Config.inHome(none).store(), NOW))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("There is no store");
  }

  @Test
  void aStoreThatIsDeletedWhileItIsOpenAcknowledgesNothing() throws IOException {
    try (CleverAgents agents = CleverAgents.open(config)) {
      removeStore();

      assertThatThrownBy(
              () ->
                  agents
                      .jobs()
                      .add(new ExecCommand("true", folder, ExecCommand.DEFAULT_DEADLINE).asJob()))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("was deleted or replaced while this program had it open");
      assertThatThrownBy(() -> agents.log().tail(EventFilter.ALL, 1))
          .hasMessageContaining("was deleted or replaced");
    }
    assertThat(store).doesNotExist();
  }

  @Test
  void aHomeWithoutTheKeyReadsTheLogButDoesNotContinueIt() throws IOException {
    Path elsewhere = folder.resolve("elsewhere");
    Config second =
        new Config(
            elsewhere,
            config.store(),
            false,
            config.bounds(),
            config.plans(),
            config.context(),
            config.models());

    assertThatThrownBy(() -> addJob(second))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e).hasMessageContaining("this home does not have it");
              assertThat(e.hint()).contains(elsewhere.resolve("audit").toString());
            });
    try (CleverAgents agents = CleverAgents.open(second.forReading())) {
      assertThat(agents.log().tail(EventFilter.ALL, 9)).hasSize(1);
      assertThatThrownBy(() -> agents.log().verify()).hasMessageContaining("does not have it");
    }

    Path key = onlyKey(home);
    Files.createDirectories(elsewhere.resolve("audit"));
    Files.copy(key, elsewhere.resolve("audit").resolve(key.getFileName()));
    addJob(second);
    addJob(config);

    assertThat(verdict(config)).isInstanceOf(ChainVerdict.Sound.class);
    assertThat(verdict(second)).isInstanceOf(ChainVerdict.Sound.class);
  }

  @Test
  void aLostKeyIsRenewedAndTheEntriesBeforeCountAsUnsealed() throws IOException {
    Files.delete(onlyKey(home));
    assertThatThrownBy(() -> addJob(config)).hasMessageContaining("does not have it");

    CleverAgents.renewAuditKey(config, OpenWaitPolicy.untilDeadline());
    addJob(config);

    assertThat(verdict(config))
        .isInstanceOfSatisfying(
            ChainVerdict.Sound.class,
            sound -> {
              assertThat(sound.entries()).isEqualTo(3);
              assertThat(sound.unsealed()).isEqualTo(1);
              assertThat(sound.marked()).isTrue();
            });
  }

  private static Path onlyKey(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("audit"))) {
      return files.filter(it -> it.toString().endsWith(".key")).findFirst().orElseThrow();
    }
  }
}
