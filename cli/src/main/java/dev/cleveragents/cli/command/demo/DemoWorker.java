package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.QueueStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The worker of a demo, in a process that is killed half way. */
final class DemoWorker {

  private static final String MAIN = "dev.cleveragents.cli.Main";
  private static final String NAME = "demo-worker";
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  /** A model that is asked for real takes its time. */
  private static final Duration WORKS_WITHIN = Duration.ofMinutes(10);

  private final CleverAgents agents;
  private final Path home;
  private final CommandContext context;

  DemoWorker(DemoRun demo) {
    this.agents = demo.agents();
    this.home = demo.home();
    this.context = demo.context();
  }

  /** Starts the worker, kills it once the plan is as far as that, and returns its process id. */
  long killAt(Predicate<Plan> point, PlanRun run) throws InterruptedException {
    Command worker =
        program(
                home,
                context.settings().config().inOtherHome(home).store().url(),
                "worker",
                "run",
                "--name",
                NAME,
                "--plan",
                run.plan().toString())
            .withDeadline(WORKS_WITHIN.plus(STARTS_WITHIN));
    try (Scope scope = Scope.open("demo", ThreadFactories.standard(), context.interrupt())) {
      Fork<CommandResult> process =
          scope.fork(NAME, () -> agents.runner().run(worker, scope.token()));
      await(point, run);
      long pid = pid();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      awaitEnd(process);
      scope.cancel(CancellationCause.closed("the demo has killed its worker"));
      return pid;
    }
  }

  private void await(Predicate<Plan> point, PlanRun run) throws InterruptedException {
    long end = System.nanoTime() + WORKS_WITHIN.toNanos();
    for (Plan plan = run.look();
        !plan.status().isAtRest() && !point.test(plan);
        plan = run.look()) {
      boolean late = System.nanoTime() - end > 0;
      if (late || context.interrupt().await(LOOK_EVERY)) {
        throw new IllegalStateException(
            "The demo's worker did not get far enough within %d s"
                .formatted(WORKS_WITHIN.toSeconds()));
      }
    }
  }

  private long pid() {
    return agents.jobs().status().sessions().stream()
        .filter(session -> session.worker().equals(NAME))
        .map(QueueStatus.Session::pid)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("The demo's worker did not open a session"));
  }

  private static void awaitEnd(Fork<CommandResult> process) throws InterruptedException {
    try {
      process.join(STARTS_WITHIN);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("The demo's worker could not be killed", e);
    }
  }

  /** This program as a process of its own. */
  private static Command program(Path home, String store, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:CompressedClassSpaceSize=96m",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-XX:ErrorFile=" + home.resolve("cleveragents-java-error-%p.log"),
            "--enable-native-access=ALL-UNNAMED",
            "-classpath",
            System.getProperty("java.class.path"),
            MAIN,
            "--data-dir",
            home.toString()));
    line.addAll(List.of(arguments));
    return Command.of(line)
        .withVariable("CLEVERAGENTS_STORE_URL", store)
        .withInherited(
            Stream.of(Provider.values())
                .flatMap(
                    it ->
                        Stream.concat(it.keyVariables().stream(), Stream.of(it.addressVariable())))
                .toArray(String[]::new));
  }
}
