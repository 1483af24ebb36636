package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.project.Equipment;
import dev.cleveragents.context.project.IndexNews;
import dev.cleveragents.context.project.UpkeepStatus;
import dev.cleveragents.context.quality.Interval;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.plan.ContextSource;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The index of a plan's project is kept in shape while the plan works. */
@Timeout(240)
class UpkeepOfPlansTest {

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private Database database;

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private AuditLog log;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("store.db"));
    log = new AuditLog(database, Redactor.standard());
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void onceAPlanHasAskedSyntaxIsReadInTheBackground() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("Cart.java"), "class Cart { int total; }\n");
    try (Contexts contexts = new Contexts(folder, Equipment.standard(), PathScope.ALL, _ -> {})) {
      PlanContext source =
          new PlanContext(contexts, new Breakers(database, log), 16_000, _ -> List.of());
      ContextSource.Question question =
          new ContextSource.Question(
              new PlanId(UlidGenerator.system().next()),
              "the total of a cart",
              Resource.of(Name.of("local/shop"), ResourceType.FS_DIRECTORY, project),
              "",
              Map.of());
      // A machine that stands still may answer with less than it has; upkeep is told all the same.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> source.about(question, CancellationToken.none()).text().contains("class Cart"));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> contexts.at(project).status().syntax().bySyntax() == 1);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> contexts.upkeep().status(project).doing() == UpkeepStatus.Doing.NOTHING);
    }
  }

  @Test
  void whatWasFittedAndWhatFailedIsInTheLog() {
    UpkeepLog told = new UpkeepLog(database, log);
    WeightFit.Fitted fitted =
        new WeightFit.Fitted(
            Map.of("arce", 1.0), true, Map.of(), Map.of(), new Interval(0, 0, 0), "better");
    told.tell(new IndexNews.WeightsFitted(folder, fitted));
    told.tell(new IndexNews.SyntaxRead(folder, 3));
    told.tell(new IndexNews.Failed(folder, "the disk is full", Duration.ofSeconds(15)));
    List<AuditEntry> entries = log.tail(new EventFilter(null, "index", null), 10);
    assertThat(entries)
        .extracting(entry -> entry.event().type())
        .containsExactly("index.fitted", "index.failed");
    assertThat(entries.getFirst().event().data().get("why")).isEqualTo("better");
    assertThat(entries.getLast().event().data().get("why")).isEqualTo("the disk is full");
  }

  @Test
  void aLogThatCannotBeWrittenHarmsNobody() {
    UpkeepLog told = new UpkeepLog(database, log);
    database.close();
    told.tell(new IndexNews.Failed(folder, "the disk is full", Duration.ofSeconds(15)));
  }
}
