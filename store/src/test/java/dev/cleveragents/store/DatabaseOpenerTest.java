package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is not ready just now is waited for; one that will not get better is not. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DatabaseOpenerTest {

  private static final TcpProxy.Answer STARTING =
      TcpProxy.says("57P03", "the database system is starting up");

  /** What is told to a log about every failed try shows a test that there was one. */
  private final CapturedLog failures = new CapturedLog(OpenRetries.class, Level.DEBUG);

  private String url;

  @BeforeEach
  void aServer() {
    url = TestPostgres.shared().newSchema();
  }

  @AfterEach
  void forget() {
    failures.close();
  }

  private TcpProxy door(TcpProxy.Rule rule) {
    return new TcpProxy(url, rule);
  }

  /** One that answers so to the first three connections. */
  private TcpProxy after(TcpProxy.Answer first) {
    return door((it, n) -> n <= 3 ? first : it.server());
  }

  private static void open(DatabaseSettings settings, OpenWaitPolicy patience) {
    Database.open(settings, ThreadFactories.standard(), TimeSource.system(), patience).close();
  }

  private static FutureTask<Boolean> opening(String url, OpenWaitPolicy patience) {
    FutureTask<Boolean> opening =
        new FutureTask<>(() -> open(DatabaseSettings.at(url), patience), true);
    Thread.ofPlatform().start(opening);
    return opening;
  }

  private void awaitFailure(FutureTask<?> opening, String... words) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> opening.isDone() || failures.messages().stream().anyMatch(it -> says(it, words)));
    assertThat(opening).isNotDone();
  }

  private static boolean says(String message, String... words) {
    return Stream.of(words).allMatch(message::contains);
  }

  private static void assertOpened(FutureTask<Boolean> opening) throws Exception {
    assertThat(opening.get(2, TimeUnit.MINUTES)).isTrue();
  }

  static Stream<TcpProxy.Answer> whatPasses() {
    return Stream.of(
        STARTING,
        TcpProxy.says("57P03", "the database system is shutting down"),
        TcpProxy.says("57P01", "terminating connection due to administrator command"),
        TcpProxy.says("57P02", "terminating connection because of crash of another server process"),
        TcpProxy.says("53300", "sorry, too many clients already"),
        TcpProxy.hangsUp(),
        TcpProxy.resets());
  }

  @ParameterizedTest
  @MethodSource("whatPasses")
  void aWriterWaitsForTransientErrors(TcpProxy.Answer first) {
    try (TcpProxy door = after(first).open()) {
      open(DatabaseSettings.at(door.url()), noPatience());

      assertThat(door.callers()).isGreaterThan(3);
    }
  }

  @ParameterizedTest
  @MethodSource("whatPasses")
  void aReaderWaitsForTransientErrors(TcpProxy.Answer first) {
    Database.open(url).close();
    try (TcpProxy door = after(first).open()) {
      open(DatabaseSettings.at(door.url()).readOnly(), noPatience());

      assertThat(door.callers()).isGreaterThan(3);
    }
  }

  /** With none for an address at which no server answers. */
  private static OpenWaitPolicy noPatience() {
    return new OpenWaitPolicy(Duration.ZERO, _ -> {}, OpenWaitPolicy.untilDeadline().token());
  }

  @Test
  void anyConnectionOfAnOpeningMayBeLost() {
    int all;
    try (TcpProxy door = door((it, _) -> it.server()).open()) {
      open(DatabaseSettings.at(door.url()), noPatience());
      all = door.callers();
    }
    assertThat(all).as("versions, migration, clock").isEqualTo(3);
    for (int i = 1; i <= all; i++) {
      int lost = i;
      url = TestPostgres.shared().newSchema();
      try (TcpProxy door = door((it, n) -> n == lost ? TcpProxy.resets() : it.server()).open()) {
        open(DatabaseSettings.at(door.url()), noPatience());
        assertThat(door.callers()).as("with connection %d lost", lost).isGreaterThan(all);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "to_regclass",
        "pg_advisory_xact_lock",
        "CREATE TABLE job_active",
        "COMMIT",
        "ISOLATION LEVEL"
      })
  void aConnectionCutDuringAnOpeningIsOpenedAgain(String text) {
    AtomicBoolean cut = new AtomicBoolean();
    try (TcpProxy door = door((it, _) -> it.serverUntil(text, cut)).open()) {
      open(DatabaseSettings.at(door.url()), noPatience());

      assertThat(cut).isTrue();
    }
    open(DatabaseSettings.at(url).readOnly(), noPatience());
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void aMigrationThatLosesAgainstAnotherTransactionIsRetried(String state) {
    TestPostgres server = TestPostgres.shared();
    String schema = url.replaceFirst(".*=", "");
    // A sequence keeps its number when the transaction is rolled back: it fails once.
    server.execute(
        """
        CREATE SEQUENCE %1$s.tries;
        CREATE FUNCTION %1$s.fail_once() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF current_schema() = '%1$s' AND current_query() LIKE '%%CREATE TABLE job_active%%'
             AND nextval('%1$s.tries') = 1 THEN
            RAISE EXCEPTION 'another was first' USING ERRCODE = '%2$s';
          END IF;
        END $$;
        CREATE EVENT TRIGGER %1$s ON ddl_command_start EXECUTE FUNCTION %1$s.fail_once();
        """
            .formatted(schema, state));
    try {
      Database.open(url).close();
    } finally {
      server.execute("DROP EVENT TRIGGER " + schema);
    }
    assertThat(failures.messages()).anyMatch(it -> says(it, "another was first"));
  }

  @Test
  void aServerThatIsStartedLaterIsWaitedFor(@TempDir Path folder) throws Exception {
    try (TestPostgres server = TestPostgres.startIn(folder)) {
      String there = server.newSchema();
      server.stop(false);
      FutureTask<Boolean> opening = opening(there, OpenWaitPolicy.untilDeadline());

      awaitFailure(opening, "refused");
      server.startAgain();

      assertOpened(opening);
    }
  }

  @Test
  void aServerThatAnsweredBeforeIsRetriedAlsoIfTheLimitIsZero() throws Exception {
    try (TcpProxy door = door(DatabaseOpenerTest::shutAfterTheFirst).open()) {
      FutureTask<Boolean> opening = opening(door.url(), noPatience());

      awaitFailure(opening, "refused");
      door.open();

      assertOpened(opening);
    }
  }

  private static TcpProxy.Answer shutAfterTheFirst(TcpProxy door, int n) {
    if (n > 1) {
      return door.server();
    }
    return caller -> {
      door.shut();
      STARTING.to(caller);
    };
  }

  @Test
  void withoutAnswerThereIsNoRetryIfTheLimitIsZero() {
    try (TcpProxy shut = door((_, _) -> STARTING)) {
      assertUnreachable(shut.url(), noPatience(), "refused");
      assertThat(failures.messages()).isEmpty();
    }
  }

  @Test
  void theDeadlineEndsEveryWait() {
    try (TcpProxy door = door((_, _) -> STARTING).open()) {
      DatabaseSettings settings = DatabaseSettings.at(door.url()).withDeadline(Duration.ofNanos(1));

      assertThatThrownBy(() -> open(settings, OpenWaitPolicy.untilDeadline()))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE))
          .hasMessageContaining("starting up");
      assertThat(door.callers()).isEqualTo(2);
    }
  }

  private static void assertUnreachable(String url, OpenWaitPolicy patience, String word) {
    assertThatThrownBy(() -> open(DatabaseSettings.at(url), patience))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE))
        .hasMessageContainingAll(word, "Check that it runs, and that host name and port");
  }

  static Stream<TcpProxy.Answer> whatLasts() {
    return Stream.of(
        TcpProxy.says("28P01", "password authentication failed for user \"postgres\""),
        TcpProxy.says("28000", "role \"postgres\" is not permitted to log in"),
        TcpProxy.says("3D000", "database \"postgres\" does not exist"),
        TcpProxy.says("08P01", "unsupported startup parameter: search_path"),
        TcpProxy.asksForPassword());
  }

  @ParameterizedTest
  @MethodSource("whatLasts")
  void aPermanentErrorIsReportedAtOnce(TcpProxy.Answer answer) {
    try (TcpProxy door = door((_, _) -> answer).open()) {
      for (DatabaseSettings settings :
          List.of(DatabaseSettings.at(door.url()), DatabaseSettings.at(door.url()).readOnly())) {
        int before = door.callers();
        assertThatThrownBy(() -> open(settings, OpenWaitPolicy.untilDeadline()))
            .isInstanceOf(StoreException.class);
        assertThat(door.callers()).isEqualTo(before + 1);
      }
    }
  }

  /** Where containers start together, a name is not known before its server is there. */
  @Test
  void anUnknownHostIsRetriedAsTheCallersPolicySays() {
    String nowhere = "jdbc:postgresql://nowhere.invalid/db?user=me&password=hunter2";
    CancellationSource source = new CancellationSource();
    List<String> told = new CopyOnWriteArrayList<>();
    Consumer<String> tell =
        message -> {
          told.add(message);
          source.cancel(CancellationCause.requested("heard enough"));
        };

    assertUnreachable(nowhere, noPatience(), "UnknownHostException: nowhere.invalid");
    assertThat(failures.messages()).isEmpty();
    assertThatThrownBy(
            () ->
                open(
                    DatabaseSettings.at(nowhere),
                    OpenWaitPolicy.untilDeadline().telling(tell).until(source.token())))
        .isInstanceOf(CancelledException.class);
    assertThat(told)
        .singleElement()
        .asString()
        .contains("waiting up to 30 s", "UnknownHostException: nowhere.invalid")
        .doesNotContain("hunter2");
  }

  /** The driver says so with the code of a lost connection. */
  @Test
  void anUnreadableCertificateIsReportedAtOnce(@TempDir Path folder) {
    TcpProxy.Answer agreeing =
        caller -> {
          caller.getInputStream().readNBytes(8);
          caller.getOutputStream().write('S');
        };
    try (TcpProxy door = door((_, _) -> agreeing).open()) {
      String trusting =
          door.url().replace("sslmode=disable", "sslmode=verify-full&gssEncMode=disable")
              + "&sslrootcert="
              + folder.resolve("root.crt");

      assertThatThrownBy(() -> Database.open(trusting))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE))
          .hasMessageContainingAll("root.crt", "FileNotFoundException", "encryption");
      assertThat(door.callers()).isEqualTo(1);
    }
  }

  @Test
  void aMissingDatabaseIsReportedAtOnce() {
    assertThatThrownBy(() -> Database.open(url.replace("/postgres?", "/nowhere?")))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MISCONFIGURED))
        .hasMessageContaining("CREATE DATABASE");
    assertThat(failures.messages()).isEmpty();
  }

  static Stream<TcpProxy.Answer> whatIsWaitedForLong() {
    return Stream.of(STARTING, TcpProxy.isSilent());
  }

  @ParameterizedTest
  @MethodSource("whatIsWaitedForLong")
  void anInterruptEndsTheWaiting(TcpProxy.Answer answer) throws Exception {
    assertAnInterruptEnds((_, _) -> answer, 1);
  }

  /** The driver then throws an error that does not name the interrupt. */
  @Test
  void anInterruptEndsAlsoAMigrationThatWaitsForItsConnection() throws Exception {
    int migrating = 2;
    assertAnInterruptEnds((it, n) -> n < migrating ? it.server() : TcpProxy.isSilent(), migrating);
  }

  private void assertAnInterruptEnds(TcpProxy.Rule rule, int connection) throws Exception {
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    try (TcpProxy door = door(rule).open()) {
      FutureTask<Boolean> opening =
          new FutureTask<>(
              () -> {
                try {
                  Database.open(door.url()).close();
                  return true;
                } finally {
                  stillInterrupted.set(Thread.currentThread().isInterrupted());
                }
              });
      Thread opener = Thread.ofPlatform().start(opening);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> opening.isDone() || door.callers() >= connection);

      opener.interrupt();

      assertThatThrownBy(() -> opening.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll("interrupted while it waited", "Open it again");
      assertThat(stillInterrupted).isTrue();
    }
  }

  @Test
  void aCancelEndsTheWaiting() {
    CancellationSource source = new CancellationSource();
    TcpProxy.Answer cancelling =
        caller -> {
          source.cancel(CancellationCause.requested("not wanted any more"));
          STARTING.to(caller);
        };
    try (TcpProxy door = door((_, _) -> cancelling).open()) {
      OpenWaitPolicy patience = OpenWaitPolicy.untilDeadline().until(source.token());

      assertThatThrownBy(() -> open(DatabaseSettings.at(door.url()), patience))
          .isInstanceOf(CancelledException.class);
      assertThat(door.callers()).isEqualTo(1);
    }
  }

  @Test
  void aWaitIsReportedWithItsReasonAndLimitAndNoSecrets() {
    List<String> told = new CopyOnWriteArrayList<>();
    try (TcpProxy door = door((it, _) -> told.isEmpty() ? STARTING : it.server()).open()) {
      String secret = door.url() + "&password=hunter2";

      open(DatabaseSettings.at(secret), OpenWaitPolicy.untilDeadline().telling(told::add));

      assertThat(told)
          .singleElement()
          .asString()
          .contains("waiting up to 30 s for PostgreSQL database", "is starting up")
          .doesNotContain("hunter2", "\n");
    }
  }
}
