package dev.cleveragents.cli.noloss;

import dev.cleveragents.cli.noloss.KillScenario.Edit;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same as {@link NoLossIT} for a plan that a language model plans, carries out, reviews and
 * judges: a reply that is stored is never asked for again, and the cost is exact.
 */
class AgentNoLossIT {

  @TempDir private Path folder;
  private ModelServer models;
  private NoLossSetup setup;
  private UndisturbedRun undisturbed;

  @BeforeEach
  void anUndisturbedRun() throws Exception {
    models = new ModelServer("/noloss/tidier.jsonl");
    setup = NoLossSetup.in(folder.toRealPath(), models);
    undisturbed = UndisturbedRun.run(setup, UserTree.CLEAN, folder.resolve("undisturbed"));
  }

  @AfterEach
  void close() {
    models.close();
  }

  /** A reply that is paid for but not stored, one that is, and a tool call half way. */
  @Test
  void anAgentIsKilledAroundAReplyAndAToolCall() throws Exception {
    List<KillScenario> kills = new ArrayList<>();
    kills.add(kill(Kind.BEFORE_EVENT, "model.replied"));
    kills.add(kill(Kind.AFTER_EVENT, "model.replied"));
    kills.add(kill(Kind.BEFORE_EVENT, "tool.done"));
    run("agent", kills);
  }

  private KillScenario kill(Kind kind, String event) {
    List<KillPoint> points = undisturbed.of(kind);
    return KillScenario.at(
        undisturbed, NoLossIT.first(points, it -> it.what().contains(event)), Edit.ELSEWHERE);
  }

  @Test
  @Tag("exhaustive")
  void anAgentIsKilledAtEveryEvent() throws Exception {
    List<KillScenario> kills = new ArrayList<>();
    kills.addAll(KillScenario.atAll(undisturbed, Kind.BEFORE_EVENT, Edit.ELSEWHERE));
    kills.addAll(KillScenario.atAll(undisturbed, Kind.AFTER_EVENT, Edit.ELSEWHERE));
    run("agent, every event", kills);
  }

  private void run(String what, List<KillScenario> kills) throws Exception {
    new KillSeries(setup, folder.resolve("kills")).run(what, kills);
  }
}
