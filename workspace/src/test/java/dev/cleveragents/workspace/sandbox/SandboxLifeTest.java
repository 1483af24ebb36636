package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.sandbox.store.LeasedSandboxRows;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
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
  private WorkspaceFixture fixture;
  private GitRepository user;

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void anOpenSandboxIsFoundInTheStore() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    SandboxRecord row = fixture.manager.get(sandbox.id());

    assertThat(fixture.manager.of(fixture.plan)).containsExactly(row);
    assertThat(row.state()).isEqualTo(SandboxState.ACTIVE);
    assertThat(row.lease()).isEqualTo(fixture.lease.toString());
    assertThat(row.host()).isEqualTo(HostName.current());
    assertThat(row.base()).isEqualTo(user.git("rev-parse", "HEAD"));
    assertThat(row.resource()).isEqualTo(sandbox.resource());
    assertThat(row.plan()).isEqualTo(fixture.plan);
    assertThat(sandbox.directory()).startsWith(row.directory());
    assertThat(row.movedAt()).isAfterOrEqualTo(row.createdAt());
    assertThat(Files.getPosixFilePermissions(row.directory().getParent())).hasSize(3);
  }

  @Test
  void anOwnerWithoutTheLeaseOpensAndMovesNothing() throws Exception {
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox old = fixture.open(resource);
    Lease now = fixture.takeOver();

    assertThatThrownBy(() -> fixture.open(resource))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is over");
    assertThatThrownBy(() -> fixture.manager.committed(old, fixture.lease))
        .isInstanceOf(OperationException.class);
    assertThat(fixture.manager.get(old.id()).state()).isEqualTo(SandboxState.ACTIVE);
    assertThat(fixture.manager.of(fixture.plan)).hasSize(1);

    Sandbox fresh = fixture.manager.open(fixture.plan, resource, fixture.baseOf(old), now, GO);

    assertThat(fresh.directory()).isNotEqualTo(old.directory());
    assertThat(old.directory().resolve("README.md")).as("the old work is kept").exists();
    assertThat(fixture.manager.get(old.id()).state()).isEqualTo(SandboxState.ERRORED);
    assertThat(fixture.manager.get(fresh.id()).state()).isEqualTo(SandboxState.ACTIVE);
  }

  @Test
  void aLeaseThatEndsWhileTheSandboxIsMadeLeavesNoDirectory() throws Exception {
    Path pipe = folder.resolve("pipe");
    Resource resource =
        WorkspaceFixture.checkout(
            user,
            new ResourceSettings(
                List.of(), "mkfifo '%1$s'; cat '%1$s' > taken.log".formatted(pipe)));
    FutureTask<Lease> takingOver =
        new FutureTask<>(
            () -> {
              await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(pipe));
              Lease now = fixture.takeOver();
              UserFiles.sh(folder, "echo go > '" + pipe + "'");
              return now;
            });
    Thread.ofVirtual().start(takingOver);

    assertThatThrownBy(() -> fixture.open(resource)).hasMessageContaining("is over");

    Lease now = takingOver.get(1, TimeUnit.MINUTES);
    SandboxRecord row = fixture.manager.of(fixture.plan).getFirst();
    assertThat(row.directory()).doesNotExist();
    assertThat(row.state()).isEqualTo(SandboxState.CREATED);

    fixture.manager.open(fixture.plan, WorkspaceFixture.checkout(user), row.base(), now, GO);

    assertThat(fixture.manager.get(row.id()).state())
        .as("no step ran in it, so it may be removed, also after another owner has continued")
        .isEqualTo(SandboxState.CREATED);
  }

  @Test
  void everyMoveOfAStateIsAllowedOrRefused() {
    List<String> allowed =
        List.of(
            "CREATED ACTIVE",
            "CREATED ERRORED",
            "ACTIVE WAITING",
            "ACTIVE OPENED",
            "OPENED ACTIVE",
            "OPENED ROLLED_BACK",
            "OPENED ERRORED",
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
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    fixture.manager.errored(sandbox, fixture.lease);

    assertThatThrownBy(() -> fixture.manager.committed(sandbox, fixture.lease))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not ACTIVE any more");
    assertThatThrownBy(() -> fixture.manager.errored(sandbox, fixture.lease))
        .isInstanceOf(OperationException.class);
    assertThat(fixture.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.ERRORED);
  }

  @Test
  void onlyOneThatIsOverIsRemovedAndThatMayBeRepeated() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(sandbox.directory(), "mkdir locked && touch locked/in && chmod 0 locked");
    assertThatThrownBy(() -> fixture.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("still works");
    assertThat(sandbox.directory()).exists();

    fixture.manager.committed(sandbox, fixture.lease);
    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);
    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);

    assertThat(fixture.manager.get(sandbox.id()).directory()).doesNotExist();
    assertThat(fixture.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void oneThatWaitsIsTakenUpOrLetGoAndNeverBoth() throws Exception {
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox sandbox = fixture.open(resource);
    fixture.manager.waiting(sandbox, fixture.lease);
    SandboxRecord waiting = fixture.manager.get(sandbox.id());
    Lease next = fixture.takeOver();

    Sandbox again =
        fixture.manager.resume(fixture.plan, resource, fixture.baseOf(sandbox), next, GO);

    assertThat(again.id()).isEqualTo(sandbox.id());
    assertThat(again.directory()).isEqualTo(sandbox.directory());
    assertThat(fixture.manager.get(sandbox.id()).lease()).isEqualTo(next.toString());
    assertThat(SandboxManifest.of(waiting.directory()).orElseThrow().record().lease())
        .isEqualTo(next.toString());
    fixture.manager.inventory().retire(waiting);
    assertThatThrownBy(() -> fixture.manager.remove(sandbox.id(), SandboxManager.Kept.STORED))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("still works");
    assertThat(again.directory().resolve("README.md")).exists();

    fixture.manager.waiting(again, next);
    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.STORED);
    assertThat(waiting.directory()).doesNotExist();
    assertThat(new LeasedSandboxRows(fixture.database, fixture.jobs).claim(waiting, next))
        .isFalse();
    assertThat(
            fixture.manager.resume(fixture.plan, resource, fixture.baseOf(sandbox), next, GO).id())
        .isNotEqualTo(sandbox.id());
  }

  @Test
  void oneThatWaitsOnAnotherBaseOrMachineIsLeftForWhatItIs() throws Exception {
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox first = fixture.open(resource);
    fixture.manager.waiting(first, fixture.lease);
    user.write("README.md", "newer\n").commit("newer");
    String newer = fixture.manager.baseOf(resource, GO);
    Lease next = fixture.takeOver();

    Sandbox second = fixture.manager.resume(fixture.plan, resource, newer, next, GO);

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.directory().resolve("README.md")).hasContent("newer");
    assertThat(first.directory().resolve("README.md")).as("kept").hasContent("hello");
    assertThat(fixture.manager.get(first.id()).state()).isEqualTo(SandboxState.ERRORED);

    fixture.manager.waiting(second, next);
    fixture.database.write(
        transaction -> transaction.update("UPDATE sandbox_records SET host = 'elsewhere'"));
    fixture.jobs.endSession(next.session(), 0);
    assertThat(fixture.manager.resume(fixture.plan, resource, newer, fixture.claim(), GO).id())
        .isNotEqualTo(second.id());
  }

  @Test
  void oneThatWaitsAndIsNotWholeAnyMoreIsGivenUpAndAnotherIsMade() throws Exception {
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox first = fixture.open(resource);
    fixture.manager.waiting(first, fixture.lease);
    Deletion.of(first.directory());

    Sandbox second =
        fixture.manager.resume(
            fixture.plan, resource, fixture.baseOf(first), fixture.takeOver(), GO);

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.directory().resolve("README.md")).hasContent("hello");
    assertThat(fixture.manager.get(first.id()).state()).isEqualTo(SandboxState.ERRORED);
  }

  @Test
  void removingFollowsNoLink() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    Files.createSymbolicLink(sandbox.directory().resolve("out"), user.directory());
    fixture.manager.errored(sandbox, fixture.lease);

    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED);

    assertThat(user.directory().resolve("README.md")).exists();
    assertThat(sandbox.directory()).doesNotExist();
  }

  @Test
  void aSandboxThatDoesNotExistIsNotFound() {
    SandboxId none = new SandboxId(UlidGenerator.system().next());

    assertThatThrownBy(() -> fixture.manager.get(none))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> assertThat(e.kind()).isEqualTo(OperationException.Kind.NOT_FOUND));
  }

  @Test
  void aBaseThatIsGoneIsSaidSo() {
    assertThatThrownBy(
            () ->
                fixture.manager.open(
                    fixture.plan,
                    WorkspaceFixture.checkout(user),
                    "1".repeat(40),
                    fixture.lease,
                    GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is no longer in");
    assertThat(fixture.manager.of(fixture.plan).getFirst().state()).isEqualTo(SandboxState.ERRORED);
    assertThatThrownBy(
            () ->
                fixture.manager.open(
                    fixture.plan, WorkspaceFixture.checkout(user), "--force", fixture.lease, GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("neither a commit");
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

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user, settings));

    assertThat(sandbox.directory().resolve(".env")).hasContent("KEY=1\n");
    assertThat(sandbox.directory().resolve("build/a/b.o")).hasContent("object");
    assertThat(sandbox.directory().resolve("build/a/link")).isSymbolicLink();
    assertThat(sandbox.directory().resolve("build/c.txt")).doesNotExist();
    assertThat(sandbox.directory().resolve("x.log")).doesNotExist();
    assertThat(sandbox.directory().resolve("untracked.txt")).doesNotExist();
    assertThat(sandbox.directory().resolve("README.md")).hasContent("hello\n");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.ignoredCreated(GO)).isZero();
    UserFiles.write(sandbox.directory(), ".env", "changed");
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

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user, settings));

    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.directory().resolve("deps [x]/f")).hasContent("1");
    assertThat(sandbox.directory().resolve("README.md")).hasContent("hello\n");
    assertThat(row(sandbox).directory().resolve("count")).hasContent("run\n");
    UserFiles.write(sandbox.directory(), "aXb", "seen");
    assertThat(sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO))
        .extracting(CapturedChange::toString)
        .containsExactly("CREATE aXb");
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.directory().resolve("deps [x]/f")).hasContent("1");
  }

  @Test
  void aSetUpCommandThatFailsIsToldAndLeavesOnlyTheRow() {
    Resource resource =
        WorkspaceFixture.checkout(
            user,
            new ResourceSettings(
                List.of(), "echo at fi'rst'; printf %05000d 1; echo missing to'ol' >&2; exit 7"));

    assertThatThrownBy(() -> fixture.open(resource))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("exit code 7")
        .hasMessageContaining("\n… 000")
        .hasMessageEndingWith("1missing tool")
        .hasMessageNotContaining("at first");
    SandboxRecord row = fixture.manager.of(fixture.plan).getFirst();
    assertThat(row.state()).isEqualTo(SandboxState.ERRORED);
    assertThat(row.directory()).doesNotExist();
  }

  @Test
  void aCancelledOpeningLeavesOnlyTheRow() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no more"));

      assertThatThrownBy(
              () ->
                  fixture.manager.open(
                      fixture.plan,
                      WorkspaceFixture.checkout(user),
                      user.git("rev-parse", "HEAD"),
                      fixture.lease,
                      source.token()))
          .isInstanceOf(CancelledException.class);
    }
    SandboxRecord row = fixture.manager.of(fixture.plan).getFirst();
    assertThat(row.state()).isEqualTo(SandboxState.ERRORED);
    assertThat(row.directory()).doesNotExist();
  }

  @Test
  void openingTheSameTwiceUnderOneLeaseIsRefusedAndTheFirstStays() throws Exception {
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox sandbox = fixture.open(resource);

    assertThatThrownBy(() -> fixture.open(resource)).isInstanceOf(OperationException.class);

    assertThat(sandbox.directory().resolve("README.md")).exists();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  private SandboxRecord row(Sandbox sandbox) {
    return fixture.manager.get(sandbox.id());
  }
}
