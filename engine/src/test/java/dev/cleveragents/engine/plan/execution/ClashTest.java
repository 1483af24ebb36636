package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.MergedSubplans;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subplans that merge without a conflict and fail a check together, on real sandboxes. */
@NullUnmarked
class ClashTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Subplan part(String name) {
    return new Subplan(name, "part " + name, command("echo x > " + name), name, List.of());
  }

  private static Work split(ClashPolicy policy, Work fix, String... names) {
    return new Work.BySubplans(
            Arrays.stream(names).map(ClashTest::part).toList(),
            new SubplanRules(10, false),
            (Work.ByCommand) fix)
        .on(policy);
  }

  /** A check that counts its runs. */
  private ValidationSpec counted(String condition) {
    return check("echo >> %s; %s".formatted(folder.resolve("runs"), condition));
  }

  private long runs() throws Exception {
    return Files.readString(folder.resolve("runs")).lines().count();
  }

  private String error(Plan plan) {
    fixture.await(plan.id(), "execute/errored");
    return fixture.plans.errors(plan.id()).getLast().message();
  }

  private void awaitApplied(Plan plan) {
    Plan end =
        fixture.await(
            plan.id(),
            it -> it.status().state() != PlanState.COMPLETE && fixture.plans.isAtRest(it));
    assertThat(end.status().stage())
        .as("%s", fixture.plans.errors(plan.id()))
        .hasToString("apply/applied");
  }

  private SubplanRow row(Plan parent, String name) {
    return fixture.plans.subplans(parent).stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theErrorNamesThePairThatFailsTogether() throws Exception {
    String[] names = {"b", "c", "d", "e", "f", "g", "h", "i"};
    Plan plan =
        fixture.use("ci", split(ClashPolicy.STOP, null, names), counted("! [ -e c -a -e g ]"));
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(error(plan)).startsWith("`c` and `g` pass alone, fail together: check\n");
      // One on the merged files, and 2 log2 8 + 1.
      assertThat(runs()).isLessThanOrEqualTo(1 + 7);
      assertThat(fixture.log.tail(new EventFilter(plan.id(), "clash.searching", null), 10))
          .extracting(it -> it.event().data().get("of"))
          .isNotEmpty()
          .containsOnly(8L);
    }
  }

  @Test
  void afterAStopTheUserCanLeaveOneOut() throws Exception {
    Plan plan =
        fixture.use(
            "ci", split(ClashPolicy.STOP, null, "b", "c", "d"), check("! [ -e c -a -e d ]"));
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(error(plan)).startsWith("`c` and `d` pass alone");
      fixture.plans.cancel(row(plan, "c").id(), "not wanted");
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.repository.resolve("c")).doesNotExist();
    assertThat(fixture.read("d")).isEqualTo("x\n");
  }

  @Test
  void theLargestGreenSetLandsAndTheRestIsNamed() throws Exception {
    Plan plan =
        fixture.use(
            "ci",
            split(ClashPolicy.LAND_GREEN, null, "b", "c", "d", "e"),
            check("! [ -e c -a -e d ] && ! [ -e c -a -e e ]"));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.repository.resolve("c")).doesNotExist();
    assertThat(fixture.read("b") + fixture.read("d") + fixture.read("e")).isEqualTo("x\nx\nx\n");
    MergedSubplans merged =
        fixture.database.read(it -> MergedSubplans.of(it, plan, 100)).orElseThrow();
    assertThat(merged.leftOut()).containsExactly("c");
    assertThat(merged.why())
        .isEqualTo(
            "`c` and `d` pass alone, fail together: check\n"
                + "`c` and `e` pass alone, fail together: check");
    assertThat(row(plan, "c").progress()).isEqualTo(SubplanRow.Progress.COMPLETE);
  }

  @Test
  void theFixingCommandGetsTheClashAndWorksOnTheMergedFiles() throws Exception {
    String fix =
        "case \"$AGENTS_FINDINGS\" in '`b` and `c` pass alone, fail together: check'*) echo ok > c;; esac";
    Plan plan =
        fixture.use(
            "ci",
            split(ClashPolicy.REPAIR, command(fix), "b", "c"),
            check("! [ -e b -a -e c ] || grep ok c"));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("c")).isEqualTo("ok\n");
  }

  @Test
  void aCheckThatIsRedOnTheBaseOrForOneSubplanIsSaidAsSuch() throws Exception {
    Plan onBase = fixture.use("ci", split(ClashPolicy.LAND_GREEN, null, "b", "c"), check("false"));
    Plan alone =
        fixture.use("ci", split(ClashPolicy.STOP, null, "b", "c", "d"), check("[ ! -e c ]"));
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(error(onBase)).startsWith("Already the base fails, without any subplan: check\n");
      assertThat(error(alone)).startsWith("`c` fails alone: check\n");
    }
  }
}
