package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.Maker;
import dev.cleveragents.engine.apply.ApplyRecovery;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lock files and folders in users' repositories that a death of ours may have left. A lock of refs
 * that only we write is ours; an index lock is only if it is the same file as the proof in one of
 * our journals, and then settling that apply removes it. Every other lock is somebody else's.
 */
record StrayLocks(Repositories repositories, ApplyRecovery applies, Owners owners) implements Hunt {

  private static final String MERGE = "merge";

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    Map<String, Plan> plans = repositories.allPlans();
    List<Found> all = new ArrayList<>();
    for (Repositories.One repository : repositories.all(token)) {
      refLocks(repository, plans, all);
      Path index = repository.gitDirectory().resolve("index.lock");
      List<Path> journals =
          StrayFolders.foldersIn(repository.gitDirectory().resolve("cleveragents"));
      if (Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
          && journals.stream().noneMatch(journal -> isSame(journal.resolve("lock"), index))) {
        all.add(
            Found.kept(
                Stray.kept(
                    Stray.Kind.LOCK,
                    index.toString(),
                    "it is not proven to be ours; if no git is at work there, remove it by hand",
                    null)));
      }
      journals.forEach(folder -> journal(folder, all));
    }
    return all;
  }

  private void refLocks(Repositories.One repository, Map<String, Plan> plans, List<Found> all) {
    for (Path kind : StrayFolders.foldersIn(repository.common().resolve("refs/cleveragents"))) {
      try (DirectoryStream<Path> locks = Files.newDirectoryStream(kind, "*.lock")) {
        for (Path lock : locks) {
          String name = lock.getFileName().toString();
          Plan plan = plans.get(name.substring(0, name.length() - ".lock".length()));
          all.add(
              plan == null || isWorkedOn(plan)
                  ? Found.kept(
                      Stray.kept(
                          Stray.Kind.LOCK,
                          lock.toString(),
                          "its plan is worked on, or is not in this store",
                          null))
                  : new Found(
                      Stray.clearable(
                          Stray.Kind.LOCK,
                          lock.toString(),
                          "only we write that ref, and nobody works on its plan"),
                      _ -> Files.deleteIfExists(lock)));
        }
      } catch (IOException e) {
        all.add(
            Found.kept(
                Stray.kept(Stray.Kind.LOCK, kind.toString(), "it cannot be read: " + e, null)));
      }
    }
  }

  private boolean isWorkedOn(Plan plan) {
    return plan.job() != null && owners.ofJob(plan.job()).filter(it -> !it.isGone()).isPresent();
  }

  private static boolean isSame(Path proof, Path lock) {
    try {
      return Files.exists(proof) && Files.isSameFile(proof, lock);
    } catch (IOException e) {
      return false;
    }
  }

  /** A folder of a merge, or of a journal: those of this store are settled as applies. */
  private void journal(Path folder, List<Found> all) {
    String name = folder.getFileName().toString();
    if (name.startsWith(MERGE)) {
      Maker.named(MERGE, name)
          .filter(Maker::isGone)
          .ifPresent(_ -> all.add(StrayTemporaries.clearable(folder)));
    } else if (!applies.knows(name)) {
      all.add(
          Found.kept(
              Stray.kept(
                  Stray.Kind.APPLY,
                  folder.toString(),
                  "the journal of an apply that is not in this store; another one may settle it",
                  null)));
    }
  }
}
