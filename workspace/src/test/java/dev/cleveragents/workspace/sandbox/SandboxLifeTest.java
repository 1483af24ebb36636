package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.Workshop.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.Deletion;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sandboxes are registered, belong to one lease, and go only when their work is safe. */
class SandboxLifeTest {

  @TempDir Path folder;
  private Workshop workshop;
  private Repository user;

  @BeforeEach
  void open() {
    workshop = new Workshop(folder);
    user = Repository.sample(folder.resolve("user"));
  }

  @AfterEach
  void close() {
    workshop.close();
  }

  @Test
  void anOpenSandboxIsFoundInTheStore() throws Exception {
    Sandbox sandbox = workshop.open(Workshop.checkout(user));

    SandboxRecord row = workshop.manager.get(sandbox.id());

    assertThat(workshop.manager.of(workshop.plan)).containsExactly(row);
    assertThat(row.state()).isEqualTo(SandboxState.ACTIVE);
    assertThat(row.lease()).isEqualTo(workshop.lease.toString());
    assertThat(row.host()).isEqualTo(HostName.current());
    assertThat(row.base()).isEqualTo(sandbox.base());
    assertThat(row.resource()).isEqualTo(sandbox.resource());
    assertThat(row.plan()).isEqualTo(workshop.plan);
    assertThat(sandbox.directory()).startsWith(row.directory());
    assertThat(row.movedAt()).isAfterOrEqualTo(row.createdAt());
    assertThat(Files.getPosixFilePermissions(row.directory().getParent())).hasSize(3);
  }

  @Test
  void whoeverHasLostTheLeaseOpensAndMovesNothing() throws Exception {
    Resource resource = Workshop.checkout(user);
    Sandbox old = workshop.open(resource);
    Lease now = workshop.takeOver();

    assertThatThrownBy(() -> workshop.open(resource))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is over");
    assertThatThrownBy(() -> workshop.manager.committed(old, workshop.lease))
        .isInstanceOf(OperationException.class);
    assertThat(workshop.manager.get(old.id()).state()).isEqualTo(SandboxState.ACTIVE);
    assertThat(workshop.manager.of(workshop.plan)).hasSize(1);

    Sandbox fresh = workshop.manager.open(workshop.plan, resource, old.base(), now, GO);

    assertThat(fresh.directory()).isNotEqualTo(old.directory());
    assertThat(old.directory().resolve("README.md")).as("the old work is kept").exists();
    assertThat(workshop.manager.get(old.id()).state()).isEqualTo(SandboxState.ERRORED);
    assertThat(workshop.manager.get(fresh.id()).state()).isEqualTo(SandboxState.ACTIVE);
  }

  @Test
  void aLeaseThatEndsWhileTheSandboxIsMadeLeavesNoDirectory() throws Exception {
    Path pipe = folder.resolve("pipe");
    Resource resource =
        Workshop.checkout(
            user,
            new ResourceSettings(
                List.of(), "mkfifo '%1$s'; cat '%1$s' > taken.log".formatted(pipe)));
    FutureTask<Lease> takingOver =
        new FutureTask<>(
            () -> {
              await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(pipe));
              Lease now = workshop.takeOver();
              Repository.sh(folder, "echo go > '" + pipe + "'");
              return now;
            });
    Thread.ofVirtual().start(takingOver);

    assertThatThrownBy(() -> workshop.open(resource)).hasMessageContaining("is over");

    Lease now = takingOver.get(1, TimeUnit.MINUTES);
    SandboxRecord row = workshop.manager.of(workshop.plan).getFirst();
    assertThat(row.directory()).doesNotExist();
    assertThat(row.state()).isEqualTo(SandboxState.CREATED);

    workshop.manager.open(workshop.plan, Workshop.checkout(user), row.base(), now, GO);

    assertThat(workshop.manager.get(row.id()).state())
        .as("nobody has worked in it, so it may be cleared, also after another has gone on")
        .isEqualTo(SandboxState.CREATED);
  }

  @Test
  void everyMoveOfAStateIsAllowedOrRefused() {
    List<String> allowed =
        List.of(
            "CREATED ACTIVE",
            "CREATED ERRORED",
            "ACTIVE WAITING",
            "WAITING ACTIVE",
            "WAITING ROLLED_BACK",
            "WAITING ERRORED",
            "ACTIVE COMMITTED",
            "ACTIVE ROLLED_BACK",
            "ACTIVE ERRORED",
            "COMMITTED REMOVED",
            "COMMITTED ROLLED_BACK",
            "ROLLED_BACK REMOVED",
            "ERRORED REMOVED");
    for (SandboxState from : SandboxState.values()) {
      for (SandboxState to : SandboxState.values()) {
        assertThat(from.mayBecome(to))
            .as("%s to %s", from, to)
            .isEqualTo(allowed.contains(from + " " + to));
      }
    }
  }

  @Test
  void aSandboxEndsOnce() throws Exception {
    Sandbox sandbox = workshop.open(Workshop.checkout(user));
    workshop.manager.errored(sandbox, workshop.lease);

    assertThatThrownBy(() -> workshop.manager.committed(sandbox, workshop.lease))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not ACTIVE any more");
    assertThatThrownBy(() -> workshop.manager.errored(sandbox, workshop.lease))
        .isInstanceOf(OperationException.class);
    assertThat(workshop.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.ERRORED);
  }

  @Test
  void onlyOneThatIsOverIsRemovedAndThatMayBeRepeated() throws Exception {
    Sandbox sandbox = workshop.open(Workshop.checkout(user));
    Repository.sh(sandbox.directory(), "mkdir locked && touch locked/in && chmod 0 locked");
    assertThatThrownBy(() -> workshop.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("still works");
    assertThat(sandbox.directory()).exists();

    workshop.manager.committed(sandbox, workshop.lease);
    workshop.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);
    workshop.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);

    assertThat(workshop.manager.get(sandbox.id()).directory()).doesNotExist();
    assertThat(workshop.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void oneThatWaitsIsTakenUpOrLetGoAndNeverBoth() throws Exception {
    Resource resource = Workshop.checkout(user);
    Sandbox sandbox = workshop.open(resource);
    workshop.manager.waiting(sandbox, workshop.lease);
    SandboxRecord waiting = workshop.manager.get(sandbox.id());
    Lease next = workshop.takeOver();

    Sandbox again = workshop.manager.goOn(workshop.plan, resource, sandbox.base(), next, GO);

    assertThat(again.id()).isEqualTo(sandbox.id());
    assertThat(again.directory()).isEqualTo(sandbox.directory());
    assertThat(workshop.manager.get(sandbox.id()).lease()).isEqualTo(next.toString());
    assertThat(SandboxManifest.of(waiting.directory()).orElseThrow().record().lease())
        .isEqualTo(next.toString());
    workshop.manager.inventory().retire(waiting);
    assertThatThrownBy(() -> workshop.manager.remove(sandbox.id(), SandboxManager.Kept.STORED))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("still works");
    assertThat(again.directory().resolve("README.md")).exists();

    workshop.manager.waiting(again, next);
    workshop.manager.remove(sandbox.id(), SandboxManager.Kept.STORED);
    assertThat(waiting.directory()).doesNotExist();
    assertThat(new LeasedSandboxRows(workshop.database, workshop.jobs).takeUp(waiting, next))
        .isFalse();
    assertThat(workshop.manager.goOn(workshop.plan, resource, sandbox.base(), next, GO).id())
        .isNotEqualTo(sandbox.id());
  }

  @Test
  void oneThatWaitsOnAnotherBaseOrMachineIsLeftForWhatItIs() throws Exception {
    Resource resource = Workshop.checkout(user);
    Sandbox first = workshop.open(resource);
    workshop.manager.waiting(first, workshop.lease);
    user.write("README.md", "newer\n").commit("newer");
    String newer = workshop.manager.baseOf(resource, GO);
    Lease next = workshop.takeOver();

    Sandbox second = workshop.manager.goOn(workshop.plan, resource, newer, next, GO);

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.directory().resolve("README.md")).hasContent("newer");
    assertThat(first.directory().resolve("README.md")).as("kept").hasContent("hello");
    assertThat(workshop.manager.get(first.id()).state()).isEqualTo(SandboxState.ERRORED);

    workshop.manager.waiting(second, next);
    workshop.database.write(
        transaction -> transaction.update("UPDATE sandbox_records SET host = 'elsewhere'"));
    workshop.jobs.endSession(next.session(), 0);
    assertThat(workshop.manager.goOn(workshop.plan, resource, newer, workshop.claim(), GO).id())
        .isNotEqualTo(second.id());
  }

  @Test
  void oneThatWaitsAndIsNotWholeAnyMoreIsGivenUpAndAnotherIsMade() throws Exception {
    Resource resource = Workshop.checkout(user);
    Sandbox first = workshop.open(resource);
    workshop.manager.waiting(first, workshop.lease);
    Deletion.of(first.directory());

    Sandbox second =
        workshop.manager.goOn(workshop.plan, resource, first.base(), workshop.takeOver(), GO);

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.directory().resolve("README.md")).hasContent("hello");
    assertThat(workshop.manager.get(first.id()).state()).isEqualTo(SandboxState.ERRORED);
  }

  @Test
  void removingFollowsNoLink() throws Exception {
    Sandbox sandbox = workshop.open(Workshop.checkout(user));
    Files.createSymbolicLink(sandbox.directory().resolve("out"), user.directory());
    workshop.manager.errored(sandbox, workshop.lease);

    workshop.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED);

    assertThat(user.directory().resolve("README.md")).exists();
    assertThat(sandbox.directory()).doesNotExist();
  }

  @Test
  void aSandboxThatDoesNotExistIsNotFound() {
    SandboxId none = new SandboxId(UlidGenerator.system().next());

    assertThatThrownBy(() -> workshop.manager.get(none))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> assertThat(e.kind()).isEqualTo(OperationException.Kind.NOT_FOUND));
  }

  @Test
  void aBaseThatIsGoneIsSaidSo() {
    assertThatThrownBy(
            () ->
                workshop.manager.open(
                    workshop.plan, Workshop.checkout(user), "1".repeat(40), workshop.lease, GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is not in");
    assertThat(workshop.manager.of(workshop.plan).getFirst().state())
        .isEqualTo(SandboxState.ERRORED);
    assertThatThrownBy(
            () ->
                workshop.manager.open(
                    workshop.plan, Workshop.checkout(user), "--force", workshop.lease, GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no commit");
  }

  @Test
  void ignoredFilesThatWorkNeedsAreCopiedInAndAreNoChange() throws Exception {
    user.write(".env", "KEY=1\n")
        .write("build/a/b.o", "object")
        .write("build/c.txt", "no")
        .write("x.log", "no")
        .write("untracked.txt", "no")
        .write("README.md", "edited\n");
    Files.createSymbolicLink(user.directory().resolve("build/a/link"), Path.of("b.o"));
    ResourceSettings settings =
        new ResourceSettings(List.of(".env", "build/a/", "untracked.txt", "README.md"), null);

    Sandbox sandbox = workshop.open(Workshop.checkout(user, settings));

    assertThat(sandbox.directory().resolve(".env")).hasContent("KEY=1\n");
    assertThat(sandbox.directory().resolve("build/a/b.o")).hasContent("object");
    assertThat(sandbox.directory().resolve("build/a/link")).isSymbolicLink();
    assertThat(sandbox.directory().resolve("build/c.txt")).doesNotExist();
    assertThat(sandbox.directory().resolve("x.log")).doesNotExist();
    assertThat(sandbox.directory().resolve("untracked.txt")).doesNotExist();
    assertThat(sandbox.directory().resolve("README.md")).hasContent("hello\n");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.ignoredCreated(GO)).isZero();
    Repository.write(sandbox.directory(), ".env", "changed");
    assertThat(user.directory().resolve(".env")).hasContent("KEY=1\n");
  }

  @Test
  void theSetUpCommandRunsOnceAndWhatItMakesIsNoChange() throws Exception {
    ResourceSettings settings =
        new ResourceSettings(
            List.of(".env"),
            "cat .env && echo run >> ../../count && mkdir 'deps [x]' && echo 1 > 'deps [x]/f'"
                + " && echo 2 > 'a*b' && echo changed > README.md");
    user.write(".env", "x");

    Sandbox sandbox = workshop.open(Workshop.checkout(user, settings));

    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.directory().resolve("deps [x]/f")).hasContent("1");
    assertThat(sandbox.directory().resolve("README.md")).hasContent("hello\n");
    assertThat(row(sandbox).directory().resolve("count")).hasContent("run\n");
    Repository.write(sandbox.directory(), "aXb", "seen");
    assertThat(sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO))
        .extracting(CapturedChange::toString)
        .containsExactly("CREATE aXb");
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.directory().resolve("deps [x]/f")).hasContent("1");
  }

  @Test
  void aSetUpCommandThatFailsIsToldAndLeavesOnlyTheRow() {
    Resource resource =
        Workshop.checkout(
            user,
            new ResourceSettings(
                List.of(), "echo at fi'rst'; printf %05000d 1; echo missing to'ol' >&2; exit 7"));

    assertThatThrownBy(() -> workshop.open(resource))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("exit code 7")
        .hasMessageContaining("\n… 000")
        .hasMessageEndingWith("1missing tool")
        .hasMessageNotContaining("at first");
    SandboxRecord row = workshop.manager.of(workshop.plan).getFirst();
    assertThat(row.state()).isEqualTo(SandboxState.ERRORED);
    assertThat(row.directory()).doesNotExist();
  }

  @Test
  void aCancelledOpeningLeavesOnlyTheRow() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no more"));

      assertThatThrownBy(
              () ->
                  workshop.manager.open(
                      workshop.plan,
                      Workshop.checkout(user),
                      user.git("rev-parse", "HEAD"),
                      workshop.lease,
                      source.token()))
          .isInstanceOf(CancelledException.class);
    }
    SandboxRecord row = workshop.manager.of(workshop.plan).getFirst();
    assertThat(row.state()).isEqualTo(SandboxState.ERRORED);
    assertThat(row.directory()).doesNotExist();
  }

  @Test
  void openingTheSameTwiceUnderOneLeaseIsRefusedAndTheFirstStays() throws Exception {
    Resource resource = Workshop.checkout(user);
    Sandbox sandbox = workshop.open(resource);

    assertThatThrownBy(() -> workshop.open(resource)).isInstanceOf(OperationException.class);

    assertThat(sandbox.directory().resolve("README.md")).exists();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  private SandboxRecord row(Sandbox sandbox) {
    return workshop.manager.get(sandbox.id());
  }
}
