package dev.cleveragents.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.TestStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The audit log on both databases. */
@ParameterizedClass
@EnumSource(TestStore.Kind.class)
class AuditLogTest {

  private final TestStore.Kind kind;
  @TempDir Path folder;

  private TestStore store;
  private AuditLog log;
  private ChainFiles files;

  AuditLogTest(TestStore.Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void open() {
    store = TestStore.open(kind, folder, EngineTables.MIGRATIONS);
    files = new ChainFiles(folder.resolve("audit"), "here");
    log = newLog(store);
    log.attach();
  }

  private AuditLog newLog(TestStore on) {
    return new AuditLog(on.database(), Redactor.knowing(Map.of()), files);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void append(AuditEvent... events) {
    store
        .database()
        .write(
            transaction -> {
              log.append(transaction, events);
              return events.length;
            });
  }

  private int sql(String statement, @Nullable Object... arguments) {
    return store.database().write(transaction -> transaction.update(statement, arguments));
  }

  @Test
  void eventsAreReadAsTheyWereAppended() {
    PlanId plan = store.newPlan();
    JobId job = store.newLease().job();
    AuditEvent event =
        new AuditEvent("plan.moved", plan, job, "alice", "request-1", Map.of())
            .with("from", "QUEUED")
            .with("count", 3L)
            .with("nothing", null)
            .with("list", List.of("a", true, 1.5));
    append(event, AuditEvent.of("plain", "bob"));
    List<AuditEntry> entries = log.log(EventFilter.ALL, 0, 10);
    assertThat(entries)
        .extracting(AuditEntry::event)
        .containsExactly(event, AuditEvent.of("plain", "bob"));
    assertThat(entries).extracting(AuditEntry::position).containsExactly(1L, 2L);
    assertThat(entries)
        .extracting(AuditEntry::hash)
        .doesNotHaveDuplicates()
        .allMatch(it -> it.length() == 64);
    assertThat(log.verify())
        .isEqualTo(new ChainVerdict.Sound(2, entries.getLast().hash(), 0, true));
  }

  @Test
  void anEmptyLogIsSound() {
    append();
    assertThat(log.verify()).isEqualTo(new ChainVerdict.Sound(0, "", 0, true));
    assertThat(log.verify().isSound()).isTrue();
  }

  @Test
  void anEventIsThereExactlyIfItsTransactionIs() {
    assertThatThrownBy(
            () ->
                store
                    .database()
                    .write(
                        transaction -> {
                          log.append(transaction, AuditEvent.of("lost", "a"));
                          throw new IllegalStateException("on purpose");
                        }))
        .hasMessageContaining("on purpose");
    append(AuditEvent.of("kept", "a"));
    assertThat(log.log(EventFilter.ALL, 0, 10))
        .extracting(it -> it.event().type())
        .containsExactly("kept");
    assertThat(log.verify().isSound()).isTrue();
  }

  @Test
  void anEventNeedsAType() {
    assertThatThrownBy(() -> AuditEvent.of(" ", "a")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void entriesAreFoundByPlanTypeAndActor() {
    PlanId plan = store.newPlan();
    append(
        AuditEvent.of("plan.moved", "a").withPlan(plan),
        AuditEvent.of("plan.moved", "b").withPlan(store.newPlan()),
        AuditEvent.of("planning", "a"),
        AuditEvent.of("plan", "a"),
        AuditEvent.of("tool.called", "a").withPlan(plan));
    assertThat(positions(EventFilter.ofPlan(plan))).containsExactly(1L, 5L);
    assertThat(positions(new EventFilter(null, "plan", null))).containsExactly(1L, 2L, 4L);
    assertThat(positions(new EventFilter(plan, "plan.moved", null))).containsExactly(1L);
    assertThat(positions(new EventFilter(null, null, "b"))).containsExactly(2L);
    assertThat(log.log(EventFilter.ALL, 2, 2))
        .extracting(AuditEntry::position)
        .containsExactly(3L, 4L);
    assertThat(log.tail(EventFilter.ALL, 2))
        .extracting(AuditEntry::position)
        .containsExactly(4L, 5L);
    assertThat(log.tail(EventFilter.ofPlan(plan), 1))
        .extracting(AuditEntry::position)
        .containsExactly(5L);
  }

  private List<Long> positions(EventFilter filter) {
    return log.log(filter, 0, 100).stream().map(AuditEntry::position).toList();
  }

  @Test
  void theExportHasALinePerEntry() throws IOException {
    append(AuditEvent.of("one", "a").with("k", "v\nw"), AuditEvent.of("two", "a"));
    StringBuilder text = new StringBuilder();
    log.export(EventFilter.ALL, text);
    List<String> lines = text.toString().lines().toList();
    assertThat(lines).hasSize(2);
    Map<String, @Nullable Object> first = Json.readObject(lines.getFirst());
    assertThat(first)
        .containsEntry("position", 1L)
        .containsEntry("type", "one")
        .containsEntry("data", Map.of("k", "v\nw"))
        .containsEntry("plan", null)
        .containsKeys("at", "job", "actor", "correlation", "hash");
  }

  @Test
  void secretsAndCharactersThatNoDatabaseKeepsAreNotStored() {
    String key = "sk-ant-api03-" + "Ab1_".repeat(20);
    Map<String, @Nullable Object> nested = new LinkedHashMap<>();
    nested.put("api_key", "hunter2");
    nested.put("list", Arrays.asList("x " + key, null, 7L));
    nested.put("empty_token", "");
    append(
        new AuditEvent("tool.called", null, null, "who " + key, "c " + key, Map.of())
            .with("output", "the key is " + key + " \0 \uD800")
            .with("nested", nested));
    AuditEvent stored = log.log(EventFilter.ALL, 0, 1).getFirst().event();
    assertThat(stored.toString()).doesNotContain("Ab1_").doesNotContain("hunter2");
    assertThat(stored.correlation()).isEqualTo("c [REDACTED:anthropic-key]");
    assertThat(stored.data())
        .containsEntry("output", "the key is [REDACTED:anthropic-key] \uFFFD \uFFFD")
        .containsEntry(
            "nested",
            Json.read(
                "{\"api_key\":\"[REDACTED:value]\",\"list\":[\"x"
                    + " [REDACTED:anthropic-key]\",null,7],\"empty_token\":\"\"}"));
    assertThat(log.verify().isSound()).isTrue();
  }

  @Test
  void anyEditIsFoundAndPlaced() {
    fill();
    for (String edit :
        List.of(
            "type = 'other'",
            "plan_id = '01HZXK3V9Q0000000000000000'",
            "job_id = ''",
            "actor = 'mallory'",
            "correlation = ''",
            "at = at + 1",
            "data = '{\"i\":8}'",
            "hash = 'ab'")) {
      List<AuditEntry> before = log.log(EventFilter.ALL, 0, 100);
      assertThat(sql("UPDATE audit_events SET " + edit + " WHERE position = 7")).isEqualTo(1);
      assertBroken(7, "was changed");
      AuditEntry old = before.get(6);
      sql(
          "UPDATE audit_events SET type = ?, plan_id = NULL, job_id = NULL, actor = ?, correlation"
              + " = NULL, data = ?, hash = ?, at = ? WHERE position = 7",
          old.event().type(),
          old.event().actor(),
          Json.write(old.event().data()),
          old.hash(),
          StoreClock.micros(old.at()));
      assertThat(log.verify().isSound()).as(edit).isTrue();
    }
  }

  @Test
  void aGapIsFound() {
    fill();
    sql("DELETE FROM audit_events WHERE position = 4");
    assertBroken(4, "entry 4 is missing");
    sql("DELETE FROM audit_events WHERE position < 4");
    assertBroken(1, "entries 1 to 4 are missing");
  }

  @Test
  void aGapThatWasClosedIsFound() {
    fill();
    sql("DELETE FROM audit_events WHERE position = 4");
    for (int i = 5; i <= 10; i++) {
      sql("UPDATE audit_events SET position = ? WHERE position = ?", i - 1, i);
    }
    assertBroken(4, "was changed");
  }

  @Test
  void aReorderingIsFound() {
    fill();
    sql("UPDATE audit_events SET position = 99 WHERE position = 3");
    sql("UPDATE audit_events SET position = 3 WHERE position = 4");
    sql("UPDATE audit_events SET position = 4 WHERE position = 99");
    assertBroken(3, "does not follow");
  }

  @Test
  void aCutEndIsFound() {
    fill();
    sql("DELETE FROM audit_events WHERE position > 8");
    assertBroken(9, "entries 9 to 10 are missing");
    sql("UPDATE audit_head SET position = 8");
    assertBroken(8, "differs from the hash in the head row");
    sql("DELETE FROM audit_head");
    assertBroken(8, "cut off");
    assertThatThrownBy(() -> append(AuditEvent.of("more", "a")))
        .hasMessageContaining("head row of the audit log is missing");
  }

  @Test
  void anEntryAddedFromOutsideIsFound() {
    fill();
    sql(
        "INSERT INTO audit_events (position, type, actor, at, data, hash) VALUES (11, 'forged',"
            + " 'm', 0, '{}', 'x')");
    assertBroken(11, "added from outside");
  }

  /** The last entries, with the chain computed as the program does, but without its key. */
  private void forge(long from, String edit) {
    sql("UPDATE audit_events SET " + edit + " WHERE position = ?", from);
    store
        .database()
        .write(
            transaction -> {
              EventRows rows = new EventRows(transaction);
              String hash = from == 1 ? "" : rows.hashAt(from - 1).orElseThrow();
              for (StoredEvent event : rows.after(EventFilter.ALL, from - 1, 100)) {
                hash = HashChain.next(hash, event);
                transaction.update(
                    "UPDATE audit_events SET hash = ? WHERE position = ?", hash, event.position());
              }
              return transaction.update("UPDATE audit_head SET hash = ?", hash);
            });
  }

  private void cutTo(long position) {
    sql("DELETE FROM audit_events WHERE position > ?", position);
    sql(
        "UPDATE audit_head SET position = ?, hash = (SELECT hash FROM audit_events WHERE position"
            + " = ?)",
        position,
        position);
  }

  @Test
  void aChangedEntryIsFoundThoughTheChainWasComputedAgain() {
    fill();
    forge(7, "data = '{}'");
    assertBroken(7, "is not sealed by the key");
    append(AuditEvent.of("later", "a"));
    assertBroken(7, "is not sealed by the key");
  }

  @Test
  void entriesAddedByAForgerAreFound() {
    fill();
    sql(
        "INSERT INTO audit_events (position, type, actor, at, data, hash) VALUES (11, 'forged',"
            + " 'm', 0, '{}', 'x')");
    sql("UPDATE audit_head SET position = 11");
    forge(11, "seal = NULL");
    assertBroken(11, "is not sealed by the key");
  }

  @Test
  void aCutEndWithTheHeadMovedIsFoundAlsoAfterMoreWasAppended() {
    fill();
    log.markEnd();
    cutTo(7);
    assertBroken(8, "entries 8 to 10 were cut off");
    for (int i = 0; i < 5; i++) {
      append(AuditEvent.of("later", "a"));
    }
    log.markEnd();
    assertBroken(10, "is not the one that this home has seen");
  }

  @Test
  void aChangedMarkIsFoundAndAMissingOneReported() throws IOException {
    fill();
    log.markEnd();
    String name = files.marked().orElseThrow().store();
    String mark = Files.readString(files.markFile(name));
    cutTo(7);
    Files.writeString(files.markFile(name), mark.replace("\"position\":10", "\"position\":7"));
    assertBroken(0, "was changed");
    Files.delete(files.markFile(name));
    assertThat(log.verify()).matches(it -> it instanceof ChainVerdict.Sound s && !s.marked());
    newLog(store).attach();
    assertThat(log.tail(EventFilter.ALL, 1).getFirst().event().type()).isEqualTo("audit.joined");
  }

  @Test
  void aMarkMovesWithTheLogOnceItIsMarked() {
    fill();
    assertThat(files.marked()).hasValueSatisfying(it -> assertThat(it.position()).isZero());
    log.markEnd();
    assertThat(files.marked()).hasValueSatisfying(it -> assertThat(it.position()).isEqualTo(10));
  }

  @Test
  void aDatabaseThatForgetsItsKeyIsRefused() {
    fill();
    sql("UPDATE audit_head SET store = NULL, key_id = NULL");
    assertThatThrownBy(log::verify).hasMessageContaining("is not the one that this home has used");
    assertThatThrownBy(() -> newLog(store).attach())
        .hasMessageContaining("is not the one that this home has used");
    assertThatThrownBy(() -> append(AuditEvent.of("more", "a")))
        .hasMessageContaining("is sealed with the key null");
  }

  @Test
  void anOldLogWithoutAKeyIsUnsealedUntilItGetsOne() {
    sql("UPDATE audit_head SET store = NULL, key_id = NULL");
    files = new ChainFiles(folder.resolve("later"), "here");
    log = newLog(store);
    append(AuditEvent.of("old", "a"), AuditEvent.of("old", "b"), AuditEvent.of("old", "c"));
    assertThat(log.verify()).matches(it -> it instanceof ChainVerdict.Sound s && s.unsealed() == 3);
    log.attach();
    append(AuditEvent.of("new", "a"), AuditEvent.of("new", "b"));
    log.markEnd();
    assertThat(log.verify())
        .isEqualTo(
            new ChainVerdict.Sound(5, log.tail(EventFilter.ALL, 1).getFirst().hash(), 3, true));
    forge(2, "actor = 'm'");
    assertThat(log.verify().isSound()).isFalse();
    cutTo(3);
    assertBroken(1, "entries 1 to 3 are not those that the key was made for");
  }

  @Test
  void aNewKeySealsWhatComesAfterIt() {
    fill();
    long before = ((ChainVerdict.Sound) log.verify()).entries();

    log.renewKey();
    append(AuditEvent.of("later", "bob"));

    assertThat(log.verify())
        .isInstanceOfSatisfying(
            ChainVerdict.Sound.class,
            sound -> {
              assertThat(sound.entries()).isEqualTo(before + 2);
              assertThat(sound.unsealed()).isEqualTo(before);
            });
    assertThat(newLog(store).verify().isSound()).isTrue();
  }

  @Test
  void anotherDatabaseInThePlaceOfTheKnownOneIsRefusedUntilItsMarkIsPutAside() throws Exception {
    log.requireSame();
    sql("UPDATE audit_head SET store = 'another'");

    assertThatThrownBy(log::requireSame)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("not the one that this home has used there");

    files.retireMarks(".old");
    log.requireSame();
    assertThat(files.marked()).isEmpty();
  }

  @Test
  void twoProcessesMakeOneKey() throws Exception {
    sql("UPDATE audit_head SET store = NULL, key_id = NULL");
    files = new ChainFiles(folder.resolve("race"), "here");
    try (TestStore second = store.another()) {
      AuditLog other = newLog(second);
      log = newLog(store);
      Race.rounds(1, () -> new Round(List.of(log::attach, other::attach), () -> {}));
      append(AuditEvent.of("one", "a"));
      second
          .database()
          .write(
              transaction -> {
                other.append(transaction, AuditEvent.of("two", "a"));
                return 0;
              });
    }
    assertThat(log.verify()).matches(it -> it instanceof ChainVerdict.Sound s && s.unsealed() == 0);
    try (Stream<Path> all = Files.list(files.folder())) {
      assertThat(all.filter(it -> it.toString().endsWith(".key"))).hasSize(1);
    }
  }

  @Test
  void anUnreadableKeyIsReportedWithItsFile() throws IOException {
    fill();
    Path key = files.keyFile(files.marked().orElseThrow().store());
    Files.writeString(key, "{\"store\":\"x\"}");
    assertThatThrownBy(log::verify)
        .hasMessageContainingAll("Cannot read " + key, "it holds no key");
  }

  @Test
  void aMarkThatCannotBeReadCountsAsMissing() throws IOException {
    fill();
    Files.writeString(files.markFile(files.marked().orElseThrow().store()), "");

    assertThat(files.marked()).isEmpty();
    assertThat(log.verify()).matches(it -> it instanceof ChainVerdict.Sound s && !s.marked());
  }

  @Test
  void anExportMadeEarlierShowsWhatWasChangedSince() throws IOException {
    fill();
    StringBuilder export = new StringBuilder();
    log.export(EventFilter.ALL, export);
    append(AuditEvent.of("later", "a"));
    assertThat(compared(export.toString())).isEqualTo(new ExportComparison(10, null));
    sql("UPDATE audit_events SET actor = 'm', data = '{}' WHERE position = 3");
    assertThat(compared(export.toString()))
        .isEqualTo(new ExportComparison(2, "entry 3 differs from the export in: actor, data"));
    cutTo(2);
    assertThat(compared(export.toString()).difference())
        .isEqualTo("entry 3 of the export is not in the log");
    assertThatThrownBy(() -> compared("no export"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 1 is not JSON");
    assertThatThrownBy(() -> compared("{\"position\":2}"))
        .hasMessage("line 1 is not entry 1 of a log");
  }

  private ExportComparison compared(String export) throws IOException {
    return log.compareWith(new BufferedReader(new StringReader(export)));
  }

  private void fill() {
    for (long i = 1; i <= 10; i++) {
      append(AuditEvent.of("happened", "a").with("i", i));
    }
    assertThat(log.verify().isSound()).isTrue();
  }

  private void assertBroken(long position, String why) {
    ChainVerdict verdict = log.verify();
    assertThat(verdict.isSound()).isFalse();
    ChainVerdict.Broken broken = (ChainVerdict.Broken) verdict;
    assertThat(broken.position()).isEqualTo(position);
    assertThat(broken.why()).contains(why);
  }

  /** Two processes append; a reader that goes on from the last position it saw misses nothing. */
  @Test
  void positionsAreInTheOrderOfCommits() throws Exception {
    try (TestStore second = store.another()) {
      AuditLog other = newLog(second);
      List<Long> seen = new ArrayList<>();
      List<Race.Body> bodies = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        AuditLog mine = thread % 2 == 0 ? log : other;
        TestStore its = thread % 2 == 0 ? store : second;
        bodies.add(
            () -> {
              for (long i = 0; i < 25; i++) {
                AuditEvent event = AuditEvent.of("happened", "a").with("i", i);
                its.database()
                    .write(
                        transaction -> {
                          mine.append(transaction, event);
                          return 0;
                        });
              }
            });
      }
      bodies.add(
          () -> {
            while (seen.size() < 100) {
              long last = seen.isEmpty() ? 0 : seen.getLast();
              log.log(EventFilter.ALL, last, 100).forEach(entry -> seen.add(entry.position()));
            }
          });
      Race.rounds(
          1,
          () ->
              new Round(
                  bodies,
                  () ->
                      assertThat(seen)
                          .containsExactlyElementsOf(
                              LongStream.rangeClosed(1, 100).boxed().toList())));
      assertThat(log.verify()).matches(ChainVerdict::isSound);
    }
  }
}
