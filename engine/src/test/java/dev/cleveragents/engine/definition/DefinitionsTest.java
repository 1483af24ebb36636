package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.definition.Definitions.StoreOutcome;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefinitionsTest {

  private static final Name FIX = Name.of("fix");
  private static final YamlSource SMALLEST = new YamlSource("fix.yaml", ActionTest.SMALLEST);
  private static final YamlSource OTHER =
      new YamlSource("fix.yaml", ActionTest.SMALLEST.replace("Fixes a bug", "Fixes another"));

  @TempDir static Path folder;

  static Stream<String> urls() throws IOException {
    Path file = Files.createTempDirectory(folder, "definitions").resolve("store.db");
    return Stream.of("jdbc:sqlite:" + file, TestPostgres.shared().newSchema());
  }

  private static Definitions on(Database database) {
    return new Definitions(
        database, new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test")));
  }

  private static List<String> events(Database database) {
    return new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test"))
        .log(EventFilter.ALL, 0, 100).stream().map(entry -> entry.event().type()).toList();
  }

  private static void assertRefused(Kind kind, String message, ThrowingCallable doing) {
    assertThatThrownBy(doing)
        .isInstanceOfSatisfying(
            OperationException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aDefinitionIsStoredOnceListedAndShown(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);

      assertThat(definitions.create(DefinitionKind.ACTION, SMALLEST).outcome())
          .isEqualTo(StoreOutcome.CREATED);
      assertThat(definitions.create(DefinitionKind.ACTION, SMALLEST).outcome())
          .isEqualTo(StoreOutcome.UNCHANGED);

      assertThat(definitions.get(DefinitionKind.ACTION, FIX).wording().description())
          .isEqualTo("Fixes a bug");
      assertThat(definitions.show(DefinitionKind.ACTION, FIX).yaml()).isEqualTo(SMALLEST.text());
      assertThat(definitions.list(DefinitionKind.ACTION, false)).hasSize(1);
      assertThat(definitions.list(DefinitionKind.ACTOR, true)).isEmpty();
      assertThat(events(database)).containsExactly("action.created");
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void anotherOfTheSameNameIsRefusedUnlessItIsToReplaceIt(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);
      definitions.create(DefinitionKind.ACTION, SMALLEST);

      assertRefused(
          Kind.CONFLICT,
          "A different action fix exists already",
          () -> definitions.create(DefinitionKind.ACTION, OTHER));
      assertThat(definitions.show(DefinitionKind.ACTION, FIX).yaml()).isEqualTo(SMALLEST.text());

      assertThat(definitions.replace(DefinitionKind.ACTION, OTHER).outcome())
          .isEqualTo(StoreOutcome.REPLACED);
      assertThat(definitions.show(DefinitionKind.ACTION, FIX).yaml()).isEqualTo(OTHER.text());
      assertThat(events(database)).containsExactly("action.created", "action.replaced");
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void whatIsWrongIsNotStored(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);

      assertRefused(
          Kind.INVALID,
          "x.yaml:1:1: the key 'nmae' is not known; did you mean 'name'?",
          () -> definitions.replace(DefinitionKind.ACTION, new YamlSource("x.yaml", "nmae: fix")));

      assertThat(definitions.list(DefinitionKind.ACTION, true)).isEmpty();
      assertThat(events(database)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void anArchivedOneIsKeptButNotUsedUntilItIsStoredAgain(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);
      definitions.create(DefinitionKind.ACTION, SMALLEST);

      assertThat(definitions.archive(DefinitionKind.ACTION, FIX)).isTrue();
      assertThat(definitions.archive(DefinitionKind.ACTION, FIX)).isFalse();

      assertThat(definitions.list(DefinitionKind.ACTION, false)).isEmpty();
      assertThat(definitions.list(DefinitionKind.ACTION, true)).hasSize(1);
      assertThat(definitions.show(DefinitionKind.ACTION, FIX).archivedAt()).isNotNull();
      assertRefused(
          Kind.CONFLICT, "is archived", () -> definitions.get(DefinitionKind.ACTION, FIX));
      assertRefused(
          Kind.CONFLICT,
          "which is archived",
          () -> definitions.create(DefinitionKind.ACTION, SMALLEST));

      definitions.replace(DefinitionKind.ACTION, SMALLEST);
      assertThat(definitions.get(DefinitionKind.ACTION, FIX).name()).isEqualTo(FIX);
      assertThat(events(database))
          .containsExactly("action.created", "action.archived", "action.replaced");
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void whatIsNotThereIsSaidWithTheNearest(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);
      definitions.create(DefinitionKind.ACTION, SMALLEST);

      assertThatThrownBy(() -> definitions.show(DefinitionKind.ACTION, Name.of("fxi")))
          .isInstanceOfSatisfying(
              OperationException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(e.hint()).isEqualTo("Did you mean 'fix'?");
                assertThat(e.next()).isEqualTo(NextAction.of(NextAction.Verb.LIST_KIND, "action"));
              });
      assertRefused(
          Kind.NOT_FOUND,
          "There is no actor fix",
          () -> definitions.archive(DefinitionKind.ACTOR, FIX));

      definitions.remove(DefinitionKind.ACTION, FIX);
      assertRefused(
          Kind.NOT_FOUND, "no action fix", () -> definitions.remove(DefinitionKind.ACTION, FIX));
      assertThat(events(database)).containsExactly("action.created", "action.removed");
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void profilesAreThoseAlwaysThereAndThoseDefined(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);
      definitions.create(DefinitionKind.PROFILE, new YamlSource("p.yaml", "name: careful\n"));

      assertThat(definitions.profile(Name.of("ci"))).isEqualTo(AutomationProfile.CI);
      assertThat(definitions.profile(Name.of("careful")).name()).isEqualTo(Name.of("careful"));
      assertRefused(
          Kind.NOT_FOUND,
          "There is no profile carful",
          () -> definitions.profile(Name.of("carful")));
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void oneThatThisProgramCannotReadDoesNotHideTheOthers(String url) {
    try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
      Definitions definitions = on(database);
      definitions.create(DefinitionKind.ACTION, SMALLEST);
      database.write(
          it ->
              it.update(
                  """
                  INSERT INTO definition_records (kind, name, yaml, archived_at, created_at)
                  VALUES ('action', 'local/newer', 'later: true', NULL, 1)
                  """));

      List<Definition<Action>> all = definitions.list(DefinitionKind.ACTION, false);

      assertThat(all).hasSize(2);
      assertThat(all.getFirst().value().name()).isEqualTo(FIX);
      assertRefused(Kind.INVALID, "the key 'later' is not known", () -> all.get(1).value());
    }
  }
}
