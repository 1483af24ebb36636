package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.plan.execution.ContextSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a plan's command learns of its project, and what happens to the index meanwhile. */
@Timeout(240)
class PlanContextTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void syntaxIsReadInTheBackgroundAfterAPlanHasAsked() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("Cart.java"), "class Cart { int total; }\n");
    try (Database database =
            Database.open("jdbc:sqlite:" + folder.resolve("store.db"), EngineTables.MIGRATIONS);
        ProjectContexts contexts =
            new ProjectContexts(folder, ContextResources.standard(), PathScope.ALL)) {
      AuditLog log = new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test"));
      PlanContext source = new PlanContext(contexts, new Breakers(database, log), 16_000);
      ContextSource.Query question =
          new ContextSource.Query(
              new PlanId(UlidGenerator.system().next()),
              "the total of a cart",
              Resource.of(Name.of("local/shop"), ResourceType.FS_DIRECTORY, project),
              "",
              Map.of(),
              null);
      // On a loaded machine an answer may lack a late strategy; reading starts all the same.
      await()
          .atMost(PATIENCE)
          .until(
              () -> source.about(question, CancellationToken.none()).text().contains("class Cart"));
      await().atMost(PATIENCE).until(() -> contexts.at(project).status().syntax().bySyntax() == 1);
      await().atMost(PATIENCE).until(() -> !contexts.syntax().isReading());
    }
  }

  @Test
  void theContextOfASubplanBeginsWithTheOutlineOfItsPlansContext() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("Cart.java"), "class Cart { int total; }\n");
    Files.writeString(project.resolve("notes.txt"), "delivery by bicycle\n");
    try (Database database =
            Database.open("jdbc:sqlite:" + folder.resolve("store.db"), EngineTables.MIGRATIONS);
        ProjectContexts contexts =
            new ProjectContexts(folder, ContextResources.standard(), PathScope.ALL)) {
      AuditLog log = new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test"));
      PlanContext source = new PlanContext(contexts, new Breakers(database, log), 16_000);
      Resource resource = Resource.of(Name.of("local/shop"), ResourceType.FS_DIRECTORY, project);
      PlanId plan = new PlanId(UlidGenerator.system().next());
      ContextSource.Query alone =
          new ContextSource.Query(plan, "delivery by bicycle", resource, "", Map.of(), null);
      ContextSource.Query part =
          new ContextSource.Query(
              plan,
              "delivery by bicycle",
              resource,
              "",
              Map.of(),
              new ContextSource.Above("the total of a cart", null));
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                String text = source.about(part, CancellationToken.none()).text();
                int outline = text.indexOf("Cart.java");
                return outline >= 0 && outline < text.indexOf("delivery by bicycle");
              });
      assertThat(source.about(alone, CancellationToken.none()).text()).doesNotContain("Cart.java");
      await().atMost(PATIENCE).until(() -> !contexts.syntax().isReading());
    }
  }
}
