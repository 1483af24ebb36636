package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.index.Embedder;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.VectorSnapshot;
import dev.cleveragents.context.index.WordVectors;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.strategy.SemanticEmbedding;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project works without a model and says so; with one it is asked too. */
class VectorsTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final ContextRequest SAIL = ContextRequest.about("sail and rudder", 2_000);

  @TempDir Path temp;

  @BeforeEach
  void write() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Files.writeString(folder.resolve("boat.txt"), "sail rudder anchor\n");
    Files.writeString(folder.resolve("bread.txt"), "flour water salt\n");
  }

  private ProjectContext open(Equipment equipment, Optional<Embedder> embedder) throws Exception {
    ProjectContext project =
        ProjectContext.open(
            temp.resolve("folder"), temp.resolve("state"), equipment, embedder, PathScope.ALL);
    project.update(Progress.NONE, GO);
    return project;
  }

  private static AssembledContext answer(ProjectContext project) throws Exception {
    return project.assemble(SAIL, Sight.NEWEST, project.options().reproducible(), GO);
  }

  private static StrategyReport told(AssembledContext answer) {
    return answer.strategies().stream()
        .filter(report -> report.name().equals(SemanticEmbedding.NAME))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutAModelAnswersSayWhatIsMissing() throws Exception {
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.empty())) {
      AssembledContext answer = answer(project);
      assertThat(told(answer).outcome()).isEqualTo(StrategyOutcome.NOT_ASKED);
      assertThat(told(answer).detail()).isEqualTo("no embedding model here; see docs/context.md");
      assertThat(answer.fragments()).isNotEmpty();
      assertThat(answer.versions().index()).doesNotContain("vectors");
      assertThat(project.updateVectors(Progress.NONE, GO)).isEmpty();
      assertThat(project.vectorCoverage()).isEmpty();
      assertThat(temp.resolve("state/vectors")).doesNotExist();
    }
  }

  @Test
  void withAModelNothingIsEmbeddedUnlessAskedFor() throws Exception {
    WordVectors model = new WordVectors();
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.of(model))) {
      assertThat(told(answer(project)).detail())
          .isEqualTo("nothing is embedded yet; see docs/context.md");
      assertThat(project.vectorCoverage()).hasValue(new VectorSnapshot.Coverage(0, 2));
    }
  }

  @Test
  void aModelThatCannotBeLoadedHarmsNobody() throws Exception {
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.of(new WordVectors()))) {
      project.updateVectors(Progress.NONE, GO);
    }
    WordVectors broken = new WordVectors();
    broken.before(
        () -> {
          throw new UnsatisfiedLinkError("no native part for this machine");
        });
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.of(broken))) {
      AssembledContext answer = answer(project);
      assertThat(told(answer).outcome()).isEqualTo(StrategyOutcome.FAILED);
      assertThat(told(answer).detail()).contains("no native part");
      assertThat(answer.fragments()).isNotEmpty();
    }
  }

  @Test
  void theTimeToLoadTheModelIsNotTakenFromTheStrategy() throws Exception {
    WordVectors model = new WordVectors();
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.of(model))) {
      answer(project);
      assertThat(model.asked()).as("nothing to find, so nothing to load").isEmpty();
      project.updateVectors(Progress.NONE, GO);
      int before = model.asked().size();
      answer(project);
      answer(project);
      assertThat(model.asked().subList(before, model.asked().size()))
          .startsWith("ready")
          .containsOnlyOnce("ready");
    }
  }

  @Test
  void whatIsEmbeddedIsFoundByItsMeaning() throws Exception {
    WordVectors model = new WordVectors();
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(equipment, Optional.of(model))) {
      assertThat(project.updateVectors(Progress.NONE, GO))
          .map(UpdateResult::outcome)
          .hasValue(UpdateResult.Outcome.UPDATED);
      assertThat(project.vectorCoverage()).hasValue(new VectorSnapshot.Coverage(2, 2));
      AssembledContext answer = answer(project);
      assertThat(told(answer).outcome()).isEqualTo(StrategyOutcome.OK);
      assertThat(told(answer).found()).isPositive();
      assertThat(answer.fragments().getFirst().fragment().path()).isEqualTo("boat.txt");
      assertThat(answer.versions().index()).endsWith(" of words");
      assertThat(answer(project)).isEqualTo(answer);
      model.before(
          () -> {
            throw new IllegalStateException("the model is broken");
          });
      assertThat(told(answer(project)).outcome()).isEqualTo(StrategyOutcome.FAILED);
      assertThat(answer(project).fragments()).isNotEmpty();
      assertThat(project.clear(GO)).isTrue();
      assertThat(project.vectorCoverage()).hasValue(new VectorSnapshot.Coverage(0, 0));
    }
  }
}
