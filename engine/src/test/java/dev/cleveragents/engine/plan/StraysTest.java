package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.command;
import static dev.cleveragents.engine.plan.PlanHouse.script;
import static dev.cleveragents.engine.sandbox.Remains.LOOK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.engine.Maker;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.change.diff.Patch;
import dev.cleveragents.engine.sandbox.SandboxId;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.engine.sandbox.SandboxState;
import dev.cleveragents.engine.stray.Copies;
import dev.cleveragents.engine.stray.Copies.Exported;
import dev.cleveragents.engine.stray.Copy;
import dev.cleveragents.engine.stray.Holding;
import dev.cleveragents.engine.stray.Owner;
import dev.cleveragents.engine.stray.Stray;
import dev.cleveragents.engine.stray.Stray.Fate;
import dev.cleveragents.engine.stray.Stray.Kind;
import dev.cleveragents.engine.stray.Strays;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.Host;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plans leave behind: found, told, exported, and cleared only where nothing is lost. */
class StraysTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir private Path folder;
  private PlanHouse house;
  private Copies copies;
  private Strays strays;

  @BeforeEach
  void aHouse() throws Exception {
    house = new PlanHouse(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
    copies = new Copies(house.database, house.jobs, house.sandboxes, house.plans);
    strays =
        new Strays(
            house.database,
            house.jobs,
            house.sandboxes,
            house.plans,
            new CommandRunner(Threads.standard(), TimeSource.system(), UlidGenerator.system()),
            Files.createDirectories(temporary()));
  }

  /** Nobody else leaves anything there. */
  private Path temporary() {
    return folder.resolve("temporary");
  }

  @AfterEach
  void close() {
    house.close();
  }

  /** A plan that is stopped in its second step, after that has written something. */
  private Plan stoppedInTheMiddle() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"echo half > two.txt; rm a.txt; touch %s; sleep 300\"}"
                    .formatted(begun)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(begun));
      house.plans.pause(plan.id());
      house.await(plan.id(), "execute/queued");
    }
    return plan;
  }

  private SandboxRecord only() {
    List<SandboxRecord> all = house.sandboxes.inventory().all();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private Copy look(SandboxRecord sandbox) throws Exception {
    return copies.get(sandbox.id(), GO);
  }

  /** The tree that the repository's last commit has with a patch on top. */
  private String treeWith(byte[] patch) throws Exception {
    Path file = Files.write(Files.createTempFile(folder, "work", ".patch"), patch);
    house.git("apply", "--index", file.toString());
    String tree = house.git("write-tree");
    house.git("reset", "-q", "--hard");
    return tree;
  }

  private List<Stray> of(Kind kind, List<Stray> all) {
    return all.stream().filter(stray -> stray.kind() == kind).toList();
  }

  @Test
  void whatAnInterruptedStepLeftIsToldExportedAndNotRemovedWithoutAWord() throws Exception {
    stoppedInTheMiddle();
    Copy copy = look(only());
    assertThat(copy.owner().state()).isEqualTo(Owner.State.OVER);
    assertThat(copy.holding().kind()).isEqualTo(Holding.Kind.UNRECORDED);
    assertThat(copy.holding().only()).containsExactly("a.txt", "two.txt");
    assertThat(copy.holding().changes())
        .extracting(change -> change.path())
        .containsExactlyInAnyOrder("a.txt", "one.txt", "two.txt");
    assertThat(copy.bytes()).isPositive();

    Exported exported = copies.export(copy.sandbox().id(), GO);
    assertThat(exported.fromDirectory()).isTrue();
    String tree = treeWith(Patch.of(exported.diffs()));
    assertThat(house.git("ls-tree", "-r", "--name-only", tree)).isEqualTo("one.txt\ntwo.txt");
    assertThat(house.git("cat-file", "-p", tree + ":two.txt")).isEqualTo("half");

    assertThatThrownBy(() -> copies.remove(copy.sandbox().id(), false, GO))
        .isInstanceOfSatisfying(
            PlanException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(PlanException.Kind.CONFLICT);
              assertThat(e).hasMessageContaining("a.txt, two.txt");
              assertThat(e.command()).contains("sandbox export " + copy.sandbox().id());
            });
    assertThat(copy.sandbox().directory()).isDirectory();
    assertThat(look(only()).holding()).isEqualTo(copy.holding());

    copies.remove(copy.sandbox().id(), true, GO);
    assertThat(copy.sandbox().directory()).doesNotExist();
    assertThat(house.sandboxes.get(copy.sandbox().id()).state()).isEqualTo(SandboxState.REMOVED);
    copies.remove(copy.sandbox().id(), false, GO);
    List<AuditEntry> told = house.log.log(new EventFilter(null, "sandbox.removed", null), 0, 10);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().event().data())
        .containsEntry("sandbox", copy.sandbox().id().toString())
        .containsEntry("work", "unwanted")
        .containsEntry("lost", "a.txt, two.txt");
  }

  @Test
  void lookingWritesNothingIntoTheCopyNorIntoTheRepositoryNorIntoTheStore() throws Exception {
    stoppedInTheMiddle();
    Map<String, String> before = fingerprint();
    copies.list(GO);
    copies.export(only().id(), GO);
    strays.look(GO);
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
    all.put("rows", house.sandboxes.inventory().all().toString() + house.plans.list(null, 10));
    return all;
  }

  @Test
  void aCopyWhoseWorkIsAllRecordedGoesAndItsPatchIsStillThere() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"touch %s; sleep 300\"}".formatted(begun)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(begun));
      SandboxId id = only().id();
      assertThat(look(only()).holding().kind()).isEqualTo(Holding.Kind.IN_USE);
      assertThat(of(Kind.COPY, strays.clear(GO))).isEmpty();
      assertThatThrownBy(() -> copies.remove(id, true, GO))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("works in sandbox");
      assertThat(copies.export(id, GO).diffs()).hasSize(1);
      house.plans.pause(plan.id());
      house.await(plan.id(), "execute/queued");
    }
    SandboxRecord left = only();
    assertThat(look(left).holding().kind()).isEqualTo(Holding.Kind.STORED);
    assertThat(of(Kind.COPY, strays.look(GO)))
        .extracting(Stray::fate)
        .containsExactly(Fate.TO_CLEAR);
    assertThat(left.directory()).isDirectory();
    assertThat(of(Kind.COPY, strays.clear(GO)))
        .extracting(Stray::what, Stray::fate)
        .containsExactly(tuple(left.id().toString(), Fate.CLEARED));
    assertThat(left.directory()).doesNotExist();
    assertThat(of(Kind.COPY, strays.clear(GO))).isEmpty();

    Exported exported = copies.export(left.id(), GO);
    assertThat(exported.fromDirectory()).isFalse();
    assertThat(house.git("ls-tree", "-r", "--name-only", treeWith(Patch.of(exported.diffs()))))
        .isEqualTo("a.txt\none.txt");
  }

  @Test
  void theFinishedCopyOfAPlanThatWaitsIsNoStray() throws Exception {
    Plan plan = house.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
    }
    assertThat(strays.clear(GO)).isEmpty();
    assertThat(only().directory()).isDirectory();
    house.plans.cancel(plan.id(), "enough");
    assertThat(strays.clear(GO))
        .extracting(Stray::kind, Stray::fate)
        .contains(tuple(Kind.COPY, Fate.CLEARED), tuple(Kind.REF, Fate.CLEARED));
    assertThat(house.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/"))
        .isEqualTo("refs/cleveragents/plans/" + plan.id());
    assertThat(strays.clear(GO)).isEmpty();
  }

  @Test
  void whatAFailedStepLeftIsRecordedSoItsCopyMayGo() throws Exception {
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: \"eins\\n\"}",
                "run: {command: \"echo half > two.txt; exit 3\"}"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(look(only()).holding().kind()).isEqualTo(Holding.Kind.STORED);
    assertThat(of(Kind.COPY, strays.clear(GO)))
        .extracting(Stray::fate)
        .containsExactly(Fate.CLEARED);
  }

  @Test
  void aStashInTheCopyIsWorkToo() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        house.use(
            "ci",
            script(
                "run: {command: \"echo x >> a.txt; git -c user.name=A -c user.email=a@b.c stash -q; touch %s; sleep 300\"}"
                    .formatted(begun)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(begun));
      house.plans.pause(plan.id());
      house.await(plan.id(), "execute/queued");
    }
    assertThat(look(only()).holding().only()).containsExactly("refs/stash");
    assertThat(of(Kind.COPY, strays.clear(GO))).extracting(Stray::fate).containsExactly(Fate.KEPT);
    assertThat(only().directory()).isDirectory();
  }

  @Test
  void aRowWhoseDirectoryIsGoneIsClosedAndADamagedCopyIsKept() throws Exception {
    stoppedInTheMiddle();
    SandboxRecord left = only();
    Path objects = left.directory().resolve("ledger.git/objects/info/alternates");
    Files.writeString(objects, "/nowhere\n");
    Copy damaged = look(left);
    assertThat(damaged.holding().kind()).isEqualTo(Holding.Kind.UNREADABLE);
    assertThat(of(Kind.COPY, strays.clear(GO))).extracting(Stray::fate).containsExactly(Fate.KEPT);
    assertThat(copies.export(left.id(), GO).fromDirectory()).isFalse();

    Files.move(left.directory(), folder.resolve("away"), StandardCopyOption.ATOMIC_MOVE);
    assertThat(of(Kind.COPY, strays.clear(GO)))
        .extracting(Stray::fate)
        .containsExactly(Fate.CLEARED);
    assertThat(house.sandboxes.get(left.id()).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void aDirectoryThatNoRowNamesGoesOnlyIfItsMakerIsGoneAndItHoldsNothing() throws Exception {
    Plan plan = stoppedInTheMiddle();
    SandboxRecord left = only();
    copies.remove(left.id(), true, GO);
    assertThat(of(Kind.FOLDER, strays.look(GO))).isEmpty();
    Plan second = house.use("trusted", command("true"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(second.id(), "execute/complete");
    }
    Path known = only().directory();
    Path stray = known.resolveSibling("stray");
    copy(known, stray);
    assertThat(of(Kind.FOLDER, strays.clear(GO)))
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains("may live"));
    Path plate = stray.resolve("sandbox.json");
    Files.writeString(
        plate, Files.readString(plate).replace(Maker.current().toString(), gone().toString()));
    Path file = stray.resolve("files/repository/new.txt");
    Files.writeString(file, "work\n");
    assertThat(of(Kind.FOLDER, strays.clear(GO)))
        .singleElement()
        .satisfies(it -> assertThat(it.command()).endsWith("export " + stray));
    assertThat(copies.export(stray, GO).diffs()).hasSize(1);
    Files.delete(file);
    assertThat(of(Kind.FOLDER, strays.look(GO)))
        .extracting(Stray::fate)
        .containsOnly(Fate.TO_CLEAR);
    assertThat(of(Kind.FOLDER, strays.clear(GO)))
        .extracting(Stray::fate)
        .containsOnly(Fate.CLEARED);
    assertThat(stray).doesNotExist();
    assertThat(known).isDirectory();
    assertThat(plan.id()).isNotEqualTo(second.id());
  }

  private static Maker gone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return new Maker(new ProcessIdentity(Host.name(), process.pid(), Duration.ofNanos(1)));
  }

  private static void copy(Path from, Path to) throws Exception {
    Process process = new ProcessBuilder("cp", "-a", from.toString(), to.toString()).start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void onlyWhatIsProvenOursIsTakenFromTheUsersRepository() throws Exception {
    Plan plan = house.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
    }
    Path git = house.repository.resolve(".git");
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
        Files.createDirectories(git.resolve("cleveragents/" + Maker.nameFor("merge") + "1"));
    house.git("update-ref", "refs/cleveragents/base/01ARZ3NDEKTSV4RRFFQ69G5FAV", "HEAD");
    List<Stray> done = strays.clear(GO);
    assertThat(index).exists();
    assertThat(ours).doesNotExist();
    assertThat(merge).doesNotExist();
    assertThat(living).exists();
    assertThat(proven).as("it goes when its apply is settled").exists();
    assertThat(of(Kind.LOCK, done))
        .filteredOn(it -> it.fate() == Fate.KEPT)
        .extracting(Stray::what)
        .containsExactly(index.toString(), head.toString(), branch.toString());
    assertThat(of(Kind.LOCK, done)).extracting(Stray::fate).contains(Fate.CLEARED);
    assertThat(of(Kind.REF, done)).extracting(Stray::fate).containsExactly(Fate.KEPT);
    assertThat(house.git("rev-parse", "refs/cleveragents/base/" + plan.id())).isNotEmpty();
  }

  @Test
  void temporaryFilesOfTheDeadGoThoseOfTheLivingStay() throws Exception {
    Path directories = Files.createDirectories(folder.resolve("sandboxes/directories"));
    Path dead = directories.resolve("new@" + gone() + "@1");
    Files.createDirectories(dead.resolve("objects"));
    Path living = Files.createTempDirectory(directories, Maker.nameFor("new"));
    Path deadLook = Files.createDirectories(temporary().resolve(LOOK + "@" + gone() + "@1"));
    Path livingLook = Files.createTempDirectory(temporary(), Maker.nameFor(LOOK));
    assertThat(of(Kind.TEMPORARY, strays.clear(GO)))
        .extracting(Stray::what)
        .containsExactly(dead.toString(), deadLook.toString());
    assertThat(dead).doesNotExist();
    assertThat(deadLook).doesNotExist();
    assertThat(living).isDirectory();
    assertThat(livingLook).isDirectory();
  }

  @Test
  void commandsOfALeaseThatIsOverAreEndedThoseOfALivingOneAreNot() throws Exception {
    Path pid = folder.resolve("pid");
    Plan plan =
        house.use("ci", command("echo $$ > %1$s.new; mv %1$s.new %1$s; sleep 300".formatted(pid)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(pid));
      long process = Long.parseLong(Files.readString(pid).strip());
      assertThat(of(Kind.PROCESSES, strays.clear(GO))).isEmpty();
      assertThat(ProcessHandle.of(process)).isPresent();
      house.takeOwnerForDead();
      List<Stray> ended = of(Kind.PROCESSES, strays.clear(GO));
      // The worker ends its own too as soon as it hears that its lease is over.
      assertThat(ended).allMatch(stray -> stray.fate() == Fate.CLEARED);
      house.await(
          plan.id(), it -> ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
      house.plans.cancel(plan.id(), "enough");
    }
  }

  @Test
  void manyAtOnceClearEverythingOnceAndNobodyFails() throws Exception {
    for (int i = 0; i < 3; i++) {
      Plan plan = house.use("trusted", command("echo %d > b.txt".formatted(i)));
      try (AsyncWorker _ = house.startWorker()) {
        house.await(plan.id(), "execute/complete");
      }
      house.plans.cancel(plan.id(), "enough");
    }
    CyclicBarrier together = new CyclicBarrier(4);
    List<Future<List<Stray>>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        answers.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  return strays.clear(GO);
                }));
      }
      for (Future<List<Stray>> answer : answers) {
        assertThat(answer.get(120, TimeUnit.SECONDS))
            .noneMatch(stray -> stray.fate() == Fate.TO_CLEAR);
      }
    }
    assertThat(house.sandboxes.inventory().all()).isEmpty();
    assertThat(strays.look(GO)).isEmpty();
  }
}
