package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A plan that is followed is read when there is news of it, and seldom otherwise. */
@Timeout(180)
class PlanNewsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir private Path folder;

  /** Counts the reads, and keeps the types of the events. */
  private static final class Seen implements PlanWatcher {
    final AtomicInteger reads = new AtomicInteger();
    final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void happened(AuditEntry entry) {
      events.add(entry.event().type());
    }

    @Override
    public void updated(Plan plan) {
      reads.incrementAndGet();
    }
  }

  @Test
  void anIdleWatchReadsAboutOnceASecond() throws Exception {
    try (CleverAgents agents = open();
        CancellationSource interrupt = new CancellationSource();
        Scope scope = Scope.open("test", ThreadFactories.standard(), CancellationToken.none())) {
      Plan plan = queued(agents, "true");
      Seen seen = new Seen();
      Fork<Plan> watch =
          scope.fork(
              "watch", () -> agents.watching(plan.id(), seen).watch(interrupt.token(), _ -> false));
      await().atMost(PATIENCE).until(() -> seen.reads.get() > 0);
      int before = seen.reads.get();

      assertThat(CancellationToken.none().await(Duration.ofSeconds(3))).isFalse();

      assertThat(seen.reads.get() - before).isLessThanOrEqualTo(6);
      interrupt.cancel(CancellationCause.closed("the test is over"));
      assertThat(watch.join(PATIENCE).id()).isEqualTo(plan.id());
    }
  }

  @Test
  void anIdleForegroundRunReadsSeldom() throws Exception {
    try (CleverAgents agents = open()) {
      Plan plan = queued(agents, "sleep 3");
      Seen seen = new Seen();

      Plan done = agents.work(agents.watching(plan.id(), seen), CancellationToken.none());

      assertThat(done.status().state()).isEqualTo(PlanState.COMPLETE);
      assertThat(seen.reads.get()).isLessThan(30);
    }
  }

  @Test
  void aChangeByAnotherProcessWakesTheWatch() throws Exception {
    try (CleverAgents agents = open();
        CleverAgents other = open();
        Scope scope = Scope.open("test", ThreadFactories.standard(), CancellationToken.none())) {
      Plan plan = queued(agents, "true");
      Seen seen = new Seen();
      PlanRun run = new PlanRun(agents.plans(), agents.log(), plan.id(), seen, NEVER);
      Fork<Plan> watch = scope.fork("watch", () -> run.watch(CancellationToken.none(), _ -> false));
      await().atMost(PATIENCE).until(() -> seen.events.contains("plan.made"));

      other.plans().cancel(plan.id(), "not wanted");

      assertThat(watch.join(PATIENCE).status().state()).isEqualTo(PlanState.CANCELLED);
      assertThat(seen.events.getLast()).isEqualTo("plan.moved");
    }
  }

  @Test
  void theWorkerOfThisProcessWakesTheForegroundRun() throws Exception {
    try (CleverAgents agents = open()) {
      Plan plan = queued(agents, "echo text > new.txt");
      Seen seen = new Seen();
      PlanRun run = new PlanRun(agents.plans(), agents.log(), plan.id(), seen, NEVER);

      Plan done = agents.work(run, CancellationToken.none());

      assertThat(done.status().state()).isEqualTo(PlanState.COMPLETE);
      assertThat(seen.events).contains("tool.started", "tool.done");
    }
  }

  private CleverAgents open() {
    return CleverAgents.open(Config.inHome(folder.resolve("home")));
  }

  private Plan queued(CleverAgents agents, String command) throws Exception {
    Path directory = Files.createDirectories(folder.resolve("project"));
    Name name = Name.of("local/work");
    agents.resources().add(Resource.of(name, ResourceType.FS_DIRECTORY, directory));
    Project project = agents.projects().create(name, List.of(name), ProjectSettings.NONE);
    Doer doer =
        new Doer.Line(new Work.ByCommand("exec", command, null, Duration.ofMinutes(5), List.of()));
    return agents
        .plans()
        .use(
            agents.drafts().ofGoal(project, "a goal", doer, "trusted", List.of()),
            CancellationToken.none());
  }
}
