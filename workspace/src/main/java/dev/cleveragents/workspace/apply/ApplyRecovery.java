package dev.cleveragents.workspace.apply;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.files.DirectoryApplier;
import dev.cleveragents.workspace.apply.git.BranchCreator;
import dev.cleveragents.workspace.apply.git.GitApplier;
import dev.cleveragents.workspace.apply.git.GitCalls;
import dev.cleveragents.workspace.apply.git.WorkTreeApplier;
import dev.cleveragents.workspace.apply.journal.JournalCleanup;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.journal.JournalStore.Row;
import dev.cleveragents.workspace.apply.journal.JournalStore.State;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settles the journals of processes that died while they applied: one that is not COMMITTED is
 * undone, a COMMITTED one is finished, or undone if a file cannot be replaced. A path is touched
 * only if it holds exactly what the journal says stood there before or comes after. May run any
 * number of times, also beside itself and {@link ApplyService}: the process that holds a journal's
 * directories acts, the others skip the journal.
 */
public final class ApplyRecovery {

  /** The outcome of settling a journal. */
  enum Settled {
    FINISHED,
    UNDONE,
    /** It was settled before. */
    ALREADY,
    /** Another process is recovering it, or it belongs to another machine. */
    BUSY
  }

  /**
   * The result of a recovery.
   *
   * @param finished plans that are applied now
   * @param undone plans of which nothing is applied
   * @param kept paths that another process changed meanwhile: they keep its version
   * @param problems plans that could not be settled, and why
   */
  public record Recovered(
      List<PlanId> finished,
      List<PlanId> undone,
      List<LocalConflict> kept,
      Map<PlanId, String> problems) {

    public Recovered {
      finished = List.copyOf(finished);
      undone = List.copyOf(undone);
      kept = List.copyOf(kept);
      problems = Map.copyOf(problems);
    }
  }

  private final JournalStore journals;
  private final CommandRunner commands;

  public ApplyRecovery(Database database, DatabaseJobStore jobs, CommandRunner commands) {
    this.journals = new JournalStore(database, jobs);
    this.commands = commands;
  }

  /**
   * A journal that is neither done nor undone.
   *
   * @param committed whether it is only ever finished, and not undone, from here on
   * @param lease under which it was begun, as {@code <job>#<number>}
   */
  public record Open(PlanId plan, String id, String host, boolean committed, String lease) {

    /** Whether it can be settled here. */
    public boolean isOfThisMachine() {
      return isHere(host);
    }
  }

  private static boolean isHere(String host) {
    return HostName.forPeople(host).equals(HostName.forPeople(HostName.current()));
  }

  /** The journals that are open; changes nothing. */
  public List<Open> open() {
    return journals.open().stream()
        .map(
            row ->
                new Open(
                    row.plan(),
                    row.id(),
                    row.host(),
                    row.state() == State.COMMITTED || row.state() == State.FINISHED,
                    row.job() + "#" + row.lease()))
        .toList();
  }

  /** Whether a journal of this id is in the store, open or not. */
  public boolean knows(String id) {
    return journals.find(id).isPresent();
  }

  /** The paths that a finished journal left because another process had changed them. */
  public List<LocalConflict> kept(String id) {
    return journals.find(id).map(row -> row.content().kept()).orElse(List.of());
  }

  /** Settles every open journal of this machine that no live process holds. */
  public Recovered recover() throws InterruptedException {
    List<PlanId> finished = new ArrayList<>();
    List<PlanId> undone = new ArrayList<>();
    List<LocalConflict> kept = new ArrayList<>();
    Map<PlanId, String> problems = new HashMap<>();
    for (Row row : journals.open()) {
      try {
        switch (settle(row)) {
          case FINISHED -> {
            finished.add(row.plan());
            kept.addAll(journals.get(row.id()).content().kept());
          }
          case UNDONE -> undone.add(row.plan());
          case ALREADY, BUSY -> {}
        }
      } catch (IOException | OperationException e) {
        problems.put(row.plan(), String.valueOf(e.getMessage()));
      }
    }
    return new Recovered(finished, undone, kept, problems);
  }

  /** Settles one journal. */
  Settled settle(Row row) throws IOException, InterruptedException {
    if (row.state() == State.DONE || row.state() == State.UNDONE) {
      return Settled.ALREADY;
    }
    if (!isHere(row.host())) {
      return Settled.BUSY;
    }
    List<@Nullable JournalDirectory> directories = new ArrayList<>();
    try {
      for (TargetRecord record : row.content().targets()) {
        if (!Files.isDirectory(record.place().directory())) {
          directories.add(null);
          continue;
        }
        Optional<JournalDirectory> adopted = adopt(row, record);
        if (adopted.isEmpty()) {
          return Settled.BUSY;
        }
        directories.add(adopted.get());
      }
      return settle(row, directories);
    } finally {
      for (JournalDirectory directory : directories) {
        if (directory != null) {
          directory.close();
        }
      }
    }
  }

  private Optional<JournalDirectory> adopt(Row row, TargetRecord record) throws IOException {
    try {
      return JournalDirectory.adopt(record.place().directory(), !journals.isOwned(row));
    } catch (NoSuchFileException e) {
      // Just made, or just removed, by the process that holds it.
      return Optional.empty();
    }
  }

  private Settled settle(Row row, List<@Nullable JournalDirectory> directories)
      throws IOException, InterruptedException {
    // Read again: the one who had the directories may have moved it.
    Row now = journals.get(row.id());
    return switch (now.state()) {
      case DONE, UNDONE -> Settled.ALREADY;
      case PREPARING, UNDOING -> undo(now, directories);
      case COMMITTED -> finish(now, directories);
      case FINISHED -> cleared(now, Settled.FINISHED);
    };
  }

  private Settled undo(Row row, List<@Nullable JournalDirectory> directories)
      throws IOException, InterruptedException {
    if (directories.contains(null) && journals.isOwned(row)) {
      return Settled.BUSY;
    }
    if (row.state() == State.PREPARING && !journals.undoing(row.id())) {
      return Settled.BUSY;
    }
    List<TargetApplier> works = new ArrayList<>();
    for (int i = 0; i < directories.size(); i++) {
      JournalDirectory directory = directories.get(i);
      if (directory != null) {
        works.add(work(row.plan(), row.content().targets().get(i), directory));
      }
    }
    CommittedApply.undo(works);
    return cleared(row, Settled.UNDONE);
  }

  private Settled finish(Row row, List<@Nullable JournalDirectory> directories)
      throws IOException, InterruptedException {
    List<TargetApplier> works = new ArrayList<>();
    for (int i = 0; i < directories.size(); i++) {
      JournalDirectory directory = directories.get(i);
      TargetRecord record = row.content().targets().get(i);
      if (directory == null) {
        throw OperationException.failed(
            "Applying plan %s cannot be finished: its journal %s is gone; compare %s with the commit %s"
                .formatted(
                    row.plan(),
                    record.place().directory(),
                    record.place().root(),
                    record.applied().commit()),
            null);
      }
      works.add(work(row.plan(), record, directory));
    }
    try {
      journals.finished(
          row.id(), row.content(), new CommittedApply(journals, row.id(), works).finish());
      return cleared(row, Settled.FINISHED);
    } catch (ApplyRefusal e) {
      return cleared(row, Settled.UNDONE);
    }
  }

  private Settled cleared(Row row, Settled settled) throws IOException {
    for (TargetRecord record : row.content().targets()) {
      JournalCleanup.remove(record.place());
    }
    return journals.closed(row.id()) ? settled : Settled.ALREADY;
  }

  private TargetApplier work(PlanId plan, TargetRecord record, JournalDirectory directory) {
    return switch (record.place().type()) {
      case GIT_CHECKOUT -> gitWork(plan, record, directory);
      case FS_DIRECTORY -> new DirectoryApplier(record, directory, ApplyStep.Listener.NONE);
    };
  }

  private TargetApplier gitWork(PlanId plan, TargetRecord record, JournalDirectory directory) {
    GitCalls git = new GitCalls(new Git(commands, record.place().root()), CancellationToken.none());
    ApplyStep.Listener steps = ApplyStep.Listener.NONE;
    return switch (record.destination()) {
      case Destination.CheckedOutBranch() -> new GitApplier(plan, record, directory, git, steps);
      case Destination.WorkTree() -> new WorkTreeApplier(record, directory, git, steps);
      case Destination.NewBranch(String name) -> new BranchCreator(plan, record, name, git, steps);
    };
  }
}
