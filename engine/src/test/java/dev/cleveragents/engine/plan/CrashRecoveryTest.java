package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static dev.cleveragents.workspace.sandbox.SandboxContents.LOOK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.recovery.CrashRecovery;
import dev.cleveragents.engine.recovery.SandboxContentReport;
import dev.cleveragents.engine.recovery.SandboxReport;
import dev.cleveragents.engine.recovery.SandboxService;
import dev.cleveragents.engine.recovery.SandboxService.Exported;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.HostProcesses;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.diff.Patch;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.recovery.LeaseOwner;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.Orphan.Fate;
import dev.cleveragents.workspace.recovery.Orphan.Kind;
import dev.cleveragents.workspace.recovery.OrphanedTemporaries;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plans leave behind: found, told, exported, and cleared only where nothing is lost. */
class CrashRecoveryTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir private Path folder;
  private PlanFixture fixture;
  private SandboxService service;
  private CrashRecovery recovery;

  @BeforeEach
  void aHouse() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
    service = new SandboxService(fixture.database, fixture.jobs, fixture.sandboxes, fixture.plans);
    recovery =
        new CrashRecovery(
            fixture.database,
            fixture.jobs,
            fixture.sandboxes,
            fixture.plans,
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** A plan that is stopped in its second step, after that has written something. */
  private Plan stoppedInTheMiddle() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"echo half > two.txt; rm a.txt; touch %s; sleep 300\"}"
                    .formatted(begun)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(begun));
      fixture.plans.pause(plan.id());
      fixture.await(plan.id(), "execute/queued");
    }
    return plan;
  }

  private SandboxRecord only() {
    List<SandboxRecord> all = fixture.sandboxes.inventory().all();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private SandboxReport look(SandboxRecord sandbox) throws Exception {
    return service.get(sandbox.id(), GO);
  }

  /** The tree that the repository's last commit has with a patch on top. */
  private String treeWith(byte[] patch) throws Exception {
    Path file = Files.write(Files.createTempFile(folder, "work", ".patch"), patch);
    fixture.git("apply", "--index", file.toString());
    String tree = fixture.git("write-tree");
    fixture.git("reset", "-q", "--hard");
    return tree;
  }

  private List<Orphan> of(Kind kind, List<Orphan> all) {
    return all.stream().filter(orphan -> orphan.kind() == kind).toList();
  }

  @Test
  void whatAnInterruptedStepLeftIsToldExportedAndNotRemovedWithoutAWord() throws Exception {
    stoppedInTheMiddle();
    assertThat(look(only()).holding().kind())
        .as("what the interrupted step has changed is recorded")
        .isEqualTo(SandboxContentReport.Kind.STORED);
    Files.writeString(only().directory().resolve("files/repository/two.txt"), "later\n");
    SandboxReport copy = look(only());
    assertThat(copy.owner().state()).isEqualTo(LeaseOwner.State.OVER);
    assertThat(copy.holding().kind()).isEqualTo(SandboxContentReport.Kind.UNRECORDED);
    assertThat(copy.holding().only()).containsExactly("two.txt");
    assertThat(copy.holding().changes())
        .extracting(change -> change.path())
        .containsExactlyInAnyOrder("a.txt", "one.txt", "two.txt");
    assertThat(copy.bytes()).isPositive();

    Exported exported = service.export(copy.sandbox().id(), GO);
    assertThat(exported.fromDirectory()).isTrue();
    String tree = treeWith(Patch.of(exported.diffs()));
    assertThat(fixture.git("ls-tree", "-r", "--name-only", tree)).isEqualTo("one.txt\ntwo.txt");
    assertThat(fixture.git("cat-file", "-p", tree + ":two.txt")).isEqualTo("later");

    assertThatThrownBy(() -> service.remove(copy.sandbox().id(), false, GO))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(OperationException.Kind.CONFLICT);
              assertThat(e).hasMessageContaining("two.txt");
              assertThat(e.next())
                  .isEqualTo(NextAction.of(Verb.SAVE_SANDBOX_CHANGES, copy.sandbox().id()));
            });
    assertThat(copy.sandbox().directory()).isDirectory();
    assertThat(look(only()).holding()).isEqualTo(copy.holding());

    service.remove(copy.sandbox().id(), true, GO);
    assertThat(copy.sandbox().directory()).doesNotExist();
    assertThat(fixture.sandboxes.get(copy.sandbox().id()).state()).isEqualTo(SandboxState.REMOVED);
    service.remove(copy.sandbox().id(), false, GO);
    List<AuditEntry> told = fixture.log.log(new EventFilter(null, "sandbox.removed", null), 0, 10);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().event().data())
        .containsEntry("sandbox", copy.sandbox().id().toString())
        .containsEntry("work", "unwanted")
        .containsEntry("lost", "two.txt");
  }

  @Test
  void lookingWritesNothingIntoTheCopyNorIntoTheRepositoryNorIntoTheStore() throws Exception {
    stoppedInTheMiddle();
    Map<String, String> before = fingerprint();
    service.list(GO);
    service.export(only().id(), GO);
    recovery.look(GO);
    assertThat(fingerprint()).isEqualTo(before);
  }

  private Map<String, String> fingerprint() throws Exception {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().startsWith("store.db")) {
          // Git sets the time of an object that it would write and that is there already.
          Object time =
              file.toString().contains("/objects/") ? "" : Files.getLastModifiedTime(file);
          all.put(file.toString(), time + " " + Files.size(file));
        }
      }
    }
    all.put("rows", fixture.sandboxes.inventory().all().toString() + fixture.plans.list(null, 10));
    return all;
  }

  @Test
  void aCopyWhoseWorkIsAllRecordedGoesAndItsPatchIsStillThere() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"touch %s; sleep 300\"}".formatted(begun)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(begun));
      SandboxId id = only().id();
      assertThat(look(only()).holding().kind()).isEqualTo(SandboxContentReport.Kind.IN_USE);
      assertThat(of(Kind.COPY, recovery.clear(GO))).isEmpty();
      assertThatThrownBy(() -> service.remove(id, true, GO))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("works in sandbox");
      assertThat(service.export(id, GO).diffs()).hasSize(1);
      fixture.plans.pause(plan.id());
      fixture.await(plan.id(), "execute/queued");
    }
    SandboxRecord left = only();
    assertThat(look(left).holding().kind()).isEqualTo(SandboxContentReport.Kind.STORED);
    assertThat(of(Kind.COPY, recovery.look(GO)))
        .extracting(Orphan::fate)
        .containsExactly(Fate.TO_CLEAR);
    assertThat(left.directory()).isDirectory();
    assertThat(of(Kind.COPY, recovery.clear(GO)))
        .extracting(Orphan::what, Orphan::fate)
        .containsExactly(tuple(left.id().toString(), Fate.CLEARED));
    assertThat(left.directory()).doesNotExist();
    assertThat(of(Kind.COPY, recovery.clear(GO))).isEmpty();

    Exported exported = service.export(left.id(), GO);
    assertThat(exported.fromDirectory()).isFalse();
    assertThat(fixture.git("ls-tree", "-r", "--name-only", treeWith(Patch.of(exported.diffs()))))
        .isEqualTo("a.txt\none.txt");
  }

  @Test
  void theFinishedCopyOfAPlanThatWaitsIsNoStray() throws Exception {
    Plan plan = fixture.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(recovery.clear(GO)).isEmpty();
    assertThat(only().directory()).isDirectory();
    fixture.plans.cancel(plan.id(), "enough");
    assertThat(recovery.clear(GO))
        .extracting(Orphan::kind, Orphan::fate)
        .contains(tuple(Kind.COPY, Fate.CLEARED), tuple(Kind.REF, Fate.CLEARED));
    assertThat(fixture.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/"))
        .isEqualTo("refs/cleveragents/plans/" + plan.id());
    assertThat(recovery.clear(GO)).isEmpty();
  }

  @Test
  void aCopyOfACancelledPlanGoesByItselfAfterAWhileUnlessItHoldsUnrecordedWork() throws Exception {
    List<Plan> plans = new ArrayList<>();
    for (String line : List.of("echo x > b.txt", "echo y > c.txt")) {
      Plan plan = fixture.use("trusted", command(line));
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), "execute/complete");
      }
      plans.add(plan);
    }
    SandboxRecord work = fixture.sandboxes.of(plans.get(1).id()).getFirst();
    Files.writeString(
        fixture.sandboxes.inventory().contents(work).files().resolve("mine"), "mine\n");
    Duration keep = Duration.ofDays(1);
    Instant later = fixture.database.clock().now().plus(keep).plus(keep);
    assertThat(service.removeExpired(keep, later, GO)).as("while they wait").isZero();
    plans.forEach(plan -> fixture.plans.cancel(plan.id(), "enough"));
    assertThat(service.removeExpired(keep, fixture.database.clock().now(), GO)).isZero();

    assertThat(service.removeExpired(keep, later, GO)).isEqualTo(1);

    assertThat(fixture.sandboxes.of(plans.get(0).id()).getFirst().directory()).doesNotExist();
    assertThat(work.directory()).isDirectory();
    assertThat(fixture.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/base"))
        .isEqualTo("refs/cleveragents/base/" + plans.get(1).id());
  }

  @Test
  void whatAFailedStepLeftIsRecordedSoItsCopyMayGo() throws Exception {
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"echo half > two.txt; exit 3\"}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(look(only()).holding().kind()).isEqualTo(SandboxContentReport.Kind.STORED);
    assertThat(of(Kind.COPY, recovery.clear(GO)))
        .extracting(Orphan::fate)
        .containsExactly(Fate.CLEARED);
  }

  @Test
  void aStashInTheCopyIsWorkToo() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "run: {command: \"echo x >> a.txt; git -c user.name=A -c user.email=a@b.c stash -q; touch %s; sleep 300\"}"
                    .formatted(begun)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(begun));
      fixture.plans.pause(plan.id());
      fixture.await(plan.id(), "execute/queued");
    }
    assertThat(look(only()).holding().only()).containsExactly("refs/stash");
    assertThat(of(Kind.COPY, recovery.clear(GO)))
        .extracting(Orphan::fate)
        .containsExactly(Fate.KEPT);
    assertThat(only().directory()).isDirectory();
  }

  @Test
  void aRowWhoseDirectoryIsGoneIsClosedAndADamagedCopyIsKept() throws Exception {
    stoppedInTheMiddle();
    SandboxRecord left = only();
    Path objects = left.directory().resolve("ledger.git/objects/info/alternates");
    Files.writeString(objects, "/nowhere\n");
    SandboxReport damaged = look(left);
    assertThat(damaged.holding().kind()).isEqualTo(SandboxContentReport.Kind.UNREADABLE);
    assertThat(of(Kind.COPY, recovery.clear(GO)))
        .extracting(Orphan::fate)
        .containsExactly(Fate.KEPT);
    assertThat(service.export(left.id(), GO).fromDirectory()).isFalse();

    Files.move(left.directory(), folder.resolve("away"), StandardCopyOption.ATOMIC_MOVE);
    assertThat(of(Kind.COPY, recovery.clear(GO)))
        .extracting(Orphan::fate)
        .containsExactly(Fate.CLEARED);
    assertThat(fixture.sandboxes.get(left.id()).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void aDirectoryWithoutARowIsRemovedOnlyIfItsMakerIsGoneAndItIsEmpty() throws Exception {
    Plan plan = stoppedInTheMiddle();
    SandboxRecord left = only();
    service.remove(left.id(), true, GO);
    assertThat(of(Kind.FOLDER, recovery.look(GO))).isEmpty();
    Plan second = fixture.use("trusted", command("true"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(second.id(), "execute/complete");
    }
    Path known = only().directory();
    Path orphan = known.resolveSibling("orphan");
    copy(known, orphan);
    assertThat(of(Kind.FOLDER, recovery.clear(GO)))
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains("may still run"));
    Path plate = orphan.resolve("sandbox.json");
    Files.writeString(
        plate,
        Files.readString(plate).replace(MakerProcess.current().toString(), gone().toString()));
    Path file = orphan.resolve("files/repository/new.txt");
    Files.writeString(file, "work\n");
    assertThat(of(Kind.FOLDER, recovery.clear(GO)))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.next()).isEqualTo(NextAction.of(Verb.SHOW_SANDBOX_CHANGES, orphan)));
    assertThat(service.export(orphan, GO).diffs()).hasSize(1);
    Files.delete(file);
    assertThat(of(Kind.FOLDER, recovery.look(GO)))
        .extracting(Orphan::fate)
        .containsOnly(Fate.TO_CLEAR);
    assertThat(of(Kind.FOLDER, recovery.clear(GO)))
        .extracting(Orphan::fate)
        .containsOnly(Fate.CLEARED);
    assertThat(orphan).doesNotExist();
    assertThat(known).isDirectory();
    assertThat(plan.id()).isNotEqualTo(second.id());
  }

  private static MakerProcess gone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return new MakerProcess(
        new ProcessIdentity(HostName.current(), process.pid(), Duration.ofNanos(1)));
  }

  private static void copy(Path from, Path to) throws Exception {
    Process process = new ProcessBuilder("cp", "-a", from.toString(), to.toString()).start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void onlyWhatIsProvenOursIsTakenFromTheUsersRepository() throws Exception {
    Plan plan = fixture.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    Path git = fixture.repository.resolve(".git");
    Path index = Files.writeString(git.resolve("index.lock"), "");
    Path head = Files.writeString(git.resolve("HEAD.lock"), "");
    Path branch = Files.writeString(git.resolve("refs/heads/side.lock"), "");
    Path journal = Files.createDirectories(git.resolve("cleveragents/01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    Path proven =
        Files.createLink(
            git.resolve("refs/heads/main.lock"),
            Files.writeString(journal.resolve("branch-lock"), "x"));
    Path ours = git.resolve("refs/cleveragents/base/" + plan.id() + ".lock");
    Files.createDirectories(ours.getParent());
    Files.writeString(ours, "");
    Path merge = Files.createDirectories(git.resolve("cleveragents/merge@" + gone() + "@1"));
    Path living =
        Files.createDirectories(git.resolve("cleveragents/" + MakerProcess.nameFor("merge") + "1"));
    fixture.git("update-ref", "refs/cleveragents/base/01ARZ3NDEKTSV4RRFFQ69G5FAV", "HEAD");
    List<Orphan> done = recovery.clear(GO);
    assertThat(index).exists();
    assertThat(ours).doesNotExist();
    assertThat(merge).doesNotExist();
    assertThat(living).exists();
    assertThat(proven).as("it goes when its apply is settled").exists();
    assertThat(of(Kind.LOCK, done))
        .filteredOn(it -> it.fate() == Fate.KEPT)
        .extracting(Orphan::what)
        .containsExactly(index.toString(), head.toString(), branch.toString());
    assertThat(of(Kind.LOCK, done)).extracting(Orphan::fate).contains(Fate.CLEARED);
    assertThat(of(Kind.REF, done)).extracting(Orphan::fate).containsExactly(Fate.KEPT);
    assertThat(fixture.git("rev-parse", "refs/cleveragents/base/" + plan.id())).isNotEmpty();
  }

  @Test
  void temporaryFilesOfTheDeadGoThoseOfTheLivingStay() throws Exception {
    Path directories = Files.createDirectories(folder.resolve("sandboxes/directories"));
    Path dead = directories.resolve("new@" + gone() + "@1");
    Files.createDirectories(dead.resolve("objects"));
    Path living = Files.createTempDirectory(directories, MakerProcess.nameFor("new"));
    Path sandbox = fixture.sandboxes.inventory().directory().resolve("plan/sandbox");
    Path deadLook = Files.createDirectories(sandbox.resolve(LOOK + "@" + gone() + "@1"));
    Path livingLook = Files.createTempDirectory(sandbox, MakerProcess.nameFor(LOOK));
    Path livingParser = Files.createDirectories(OrphanedTemporaries.nameForParser(folder));
    Path deadParser = livingParser.resolveSibling("parser@" + gone() + "@1");
    Files.createDirectories(deadParser.resolve("libraries"));
    assertThat(of(Kind.TEMPORARY, recovery.clear(GO)))
        .extracting(Orphan::what)
        .containsExactlyInAnyOrder(dead.toString(), deadLook.toString(), deadParser.toString());
    assertThat(livingParser).isDirectory();
    assertThat(dead).doesNotExist();
    assertThat(deadLook).doesNotExist();
    assertThat(living).isDirectory();
    assertThat(livingLook).isDirectory();
  }

  @Test
  void commandsOfALeaseThatIsOverAreEndedThoseOfALivingOneAreNot() throws Exception {
    Path pid = folder.resolve("pid");
    Plan plan = fixture.use("ci", command("echo > %s; sleep 300; :".formatted(pid)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(pid));
      assertThat(of(Kind.PROCESSES, recovery.clear(GO))).isEmpty();
      assertThat(HostProcesses.anyWith(pid.toString())).isTrue();
      fixture.takeOwnerForDead();
      List<Orphan> ended = of(Kind.PROCESSES, recovery.clear(GO));
      // The worker ends its own too as soon as it hears that its lease is over.
      assertThat(ended).allMatch(orphan -> orphan.fate() == Fate.CLEARED);
      Awaitility.await()
          .atMost(PlanFixture.PATIENCE)
          .until(() -> !HostProcesses.anyWith(pid.toString()));
      fixture.plans.cancel(plan.id(), "enough");
    }
  }

  @Test
  void manyAtOnceClearEverythingOnceAndNoneFails() throws Exception {
    for (int i = 0; i < 3; i++) {
      Plan plan = fixture.use("trusted", command("echo %d > b.txt".formatted(i)));
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), "execute/complete");
      }
      fixture.plans.cancel(plan.id(), "enough");
    }
    CyclicBarrier together = new CyclicBarrier(4);
    List<Future<List<Orphan>>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        answers.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  return recovery.clear(GO);
                }));
      }
      for (Future<List<Orphan>> answer : answers) {
        assertThat(answer.get(120, TimeUnit.SECONDS))
            .noneMatch(orphan -> orphan.fate() == Fate.TO_CLEAR);
      }
    }
    assertThat(fixture.sandboxes.inventory().all()).isEmpty();
    assertThat(recovery.look(GO)).isEmpty();
  }
}
