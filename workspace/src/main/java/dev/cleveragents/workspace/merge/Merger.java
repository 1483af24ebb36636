package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.merge.Overlaps.Footprint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges the results of many children into one tree.
 *
 * <ol>
 *   <li>Children whose changes do not overlap are folded: their changes go into one index, whatever
 *       the number of children.
 *   <li>Children that overlap are merged three-way by {@code git merge-tree}, by position, with
 *       renames followed and the attributes of the base. Groups of them that have nothing to do
 *       with each other are merged side by side, one child of each group with one call of git.
 *   <li>What the groups made is folded too.
 * </ol>
 *
 * <p>Equal arguments give an equal result, whatever the order of the list and of earlier merges.
 * May be used by many threads. Nothing is left behind but objects in the repository.
 */
public final class Merger {

  /** Larger files are shown without hunks. */
  private static final int MOST_BYTES_FOR_HUNKS = 1 << 20;

  private final MergeRepository repository;

  public Merger(MergeRepository repository) {
    this.repository = repository;
  }

  /**
   * Merges results.
   *
   * @param base the commit or tree before all children
   * @param results in any order; their positions decide. The first k of them alone are the merge of
   *     the first k children
   * @throws OperationException if git fails, or an object is missing
   */
  public Merged merge(
      String base, List<ChildResult> results, MergeStrategy strategy, CancellationToken token)
      throws InterruptedException {
    return inSession(token, session -> new Run(session, base, sorted(results), strategy).merge());
  }

  /**
   * Closes an open conflict, and with it those of the same rename if a version is chosen that they
   * have too. Over git objects alone: the merge before stays as it is.
   *
   * @throws OperationException if there is no such conflict, or the choice does not fit
   */
  public Merged resolve(Merged merged, String path, Resolution resolution, CancellationToken token)
      throws InterruptedException {
    return inSession(token, session -> new Resolver(session, merged).resolve(path, resolution));
  }

  /**
   * The lines of a file in the merged tree, with the children that wrote them.
   *
   * @throws OperationException if the file is binary
   */
  public List<LineOrigin> blame(Merged merged, String path, CancellationToken token)
      throws InterruptedException {
    return inSession(
        token,
        session -> {
          NavigableMap<String, List<Provenance.Step>> paths = merged.provenance().paths();
          List<Provenance.Step> steps = new ArrayList<>();
          FileVersion base = session.lookUp(merged.base(), path);
          if (!base.isThere()) {
            String from = session.renames(merged.base(), merged.tree()).get(path);
            if (from != null) {
              base = session.lookUp(merged.base(), from);
              paths.getOrDefault(from, List.of()).stream()
                  .filter(step -> step.version().isThere())
                  .forEach(steps::add);
            }
          }
          steps.addAll(paths.getOrDefault(path, List.of()));
          return new LineBlame(base, repository.contents(LineBlame.objects(base, steps), token))
              .follow(steps);
        });
  }

  private interface Work<T> {
    T run(MergeSession session) throws IOException, InterruptedException;
  }

  private <T> T inSession(CancellationToken token, Work<T> work) throws InterruptedException {
    try (MergeSession session = new MergeSession(repository, token)) {
      return work.run(session);
    } catch (GitException e) {
      throw MergeRepository.failed(e);
    } catch (IOException e) {
      throw OperationException.failed("Cannot merge in %s: %s".formatted(repository.place(), e), e);
    }
  }

  private static List<ChildResult> sorted(List<ChildResult> results) {
    Set<Integer> positions = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (ChildResult result : results) {
      if (!positions.add(result.position()) || !names.add(result.child())) {
        throw new IllegalArgumentException("Two results of one position or child: " + result);
      }
    }
    return results.stream().sorted(Comparator.comparingInt(ChildResult::position)).toList();
  }

  /** One merge. */
  private static final class Run {

    private final MergeSession session;
    private final MergeStrategy strategy;
    private final String base;
    private final List<ChildResult> results;
    private final List<WriteSet> own = new ArrayList<>();
    private @Nullable Path index;

    Run(MergeSession session, String base, List<ChildResult> results, MergeStrategy strategy)
        throws InterruptedException {
      this.session = session;
      this.strategy = strategy;
      List<String> ids = new ArrayList<>(List.of(base));
      results.forEach(result -> ids.addAll(List.of(result.base(), result.tree())));
      List<String> trees = session.trees(ids);
      this.base = trees.getFirst();
      List<ChildResult> all = new ArrayList<>();
      for (int i = 0; i < results.size(); i++) {
        ChildResult result = results.get(i);
        all.add(
            new ChildResult(
                result.position(), result.child(), trees.get(2 * i + 1), trees.get(2 * i + 2)));
      }
      this.results = List.copyOf(all);
    }

    Merged merge() throws IOException, InterruptedException {
      List<Footprint> footprints = footprints();
      footprints.forEach(footprint -> own.add(footprint.own()));
      List<List<Integer>> groups = Overlaps.groups(footprints);
      while (true) {
        List<Chain> chains = chains(groups);
        List<List<Integer>> together =
            Overlaps.groups(
                chains.stream()
                    .map(chain -> new Footprint(made(chain), WriteSet.empty()))
                    .toList());
        if (together.size() == chains.size()) {
          return merged(chains);
        }
        groups = united(groups, together);
      }
    }

    private List<Footprint> footprints() throws InterruptedException {
      List<String> bases =
          results.stream()
              .map(ChildResult::base)
              .distinct()
              .filter(it -> !it.equals(base))
              .toList();
      List<String> pairs = new ArrayList<>();
      bases.forEach(other -> pairs.add(base + " " + other));
      results.forEach(result -> pairs.add(result.base() + " " + result.tree()));
      List<WriteSet> sets = session.compare(pairs);
      List<Footprint> footprints = new ArrayList<>();
      for (int i = 0; i < results.size(); i++) {
        int other = bases.indexOf(results.get(i).base());
        footprints.add(
            new Footprint(
                sets.get(bases.size() + i), other < 0 ? WriteSet.empty() : sets.get(other)));
      }
      return footprints;
    }

    /** Its paths alone: git has looked for renames within a chain. */
    private static WriteSet made(Chain chain) {
      return new WriteSet(chain.changes(), Set.of());
    }

    private static List<List<Integer>> united(
        List<List<Integer>> groups, List<List<Integer>> together) {
      List<List<Integer>> united = new ArrayList<>();
      for (List<Integer> members : together) {
        united.add(members.stream().flatMap(it -> groups.get(it).stream()).sorted().toList());
      }
      return united;
    }

    private List<Chain> chains(List<List<Integer>> groups)
        throws IOException, InterruptedException {
      List<Progress> all = new ArrayList<>();
      for (List<Integer> members : groups) {
        all.add(new Progress(members, base, new Chain(strategy == MergeStrategy.LAST_WINS)));
      }
      for (List<Progress> turn = waiting(all); !turn.isEmpty(); turn = waiting(all)) {
        takeOne(turn);
      }
      return all.stream().map(progress -> progress.chain).toList();
    }

    /** Begins what has not begun; those that have a child left. */
    private List<Progress> waiting(List<Progress> all) {
      List<Progress> waiting = new ArrayList<>();
      for (Progress progress : all) {
        int first = progress.members.getFirst();
        boolean alone = progress.members.size() == 1;
        if (progress.next == 0 && (alone || results.get(first).base().equals(base))) {
          progress.chain.begin(results.get(first), own.get(first));
          progress.tree = results.get(first).tree();
          progress.next = 1;
        }
        if (progress.next < progress.members.size()) {
          waiting.add(progress);
        }
      }
      return waiting;
    }

    /** Merges one more child of each chain. */
    private void takeOne(List<Progress> turn) throws IOException, InterruptedException {
      if (index == null) {
        index = session.baseIndex(base);
        session.checkOutAttributes(index);
      }
      List<MergeSession.Sides> sides = new ArrayList<>();
      for (Progress progress : turn) {
        ChildResult child = results.get(progress.child());
        sides.add(new MergeSession.Sides(child.base(), progress.tree, child.tree()));
      }
      List<TreeMerge> merges = session.merge(sides);
      List<WriteSet> raw =
          session.compare(merges.stream().map(merge -> base + " " + merge.tree()).toList());
      for (int i = 0; i < turn.size(); i++) {
        Progress progress = turn.get(i);
        int child = progress.child();
        boolean same =
            progress.chain.take(
                new Chain.Turn(
                    base,
                    progress.tree,
                    results.get(child),
                    merges.get(i),
                    raw.get(i),
                    own.get(child)),
                session::lookUp);
        progress.next++;
        if (same) {
          progress.tree = merges.get(i).tree();
        } else if (progress.next < progress.members.size()) {
          progress.tree = session.write(index, progress.chain.versions(), base);
        }
      }
    }

    private Merged merged(List<Chain> chains) throws IOException, InterruptedException {
      List<Conflict> conflicts = new ArrayList<>();
      List<Conflict> overridden = new ArrayList<>();
      NavigableMap<String, FileVersion> versions = new TreeMap<>();
      NavigableMap<String, List<Provenance.Step>> steps = new TreeMap<>();
      for (Chain chain : chains) {
        conflicts.addAll(chain.conflicts());
        overridden.addAll(chain.overridden());
        versions.putAll(chain.versions());
        chain.steps().forEach((path, more) -> steps.merge(path, more, Run::joined));
      }
      if (strategy == MergeStrategy.FAIL_ON_CONFLICT && !conflicts.isEmpty()) {
        return new Merged(
            base, results, base, shown(conflicts), List.of(), new Provenance(new TreeMap<>()));
      }
      return new Merged(
          base,
          results,
          fold(versions),
          shown(conflicts),
          shown(overridden),
          new Provenance(steps));
    }

    /** With their hunks, by path. */
    private List<Conflict> shown(List<Conflict> conflicts) throws InterruptedException {
      Map<String, byte[]> contents =
          session.contents(
              conflicts.stream().flatMap(it -> HunkFinder.objects(it).stream()).toList(),
              MOST_BYTES_FOR_HUNKS);
      return conflicts.stream()
          .map(conflict -> HunkFinder.withHunks(conflict, contents))
          .sorted(Comparator.comparing(Conflict::path))
          .toList();
    }

    /** The same edit of several chains is one edit of all their children. */
    private static List<Provenance.Step> joined(
        List<Provenance.Step> one, List<Provenance.Step> other) {
      List<String> children = new ArrayList<>();
      one.forEach(step -> children.addAll(step.children()));
      other.forEach(step -> children.addAll(step.children()));
      return List.of(new Provenance.Step(children, one.getLast().version()));
    }

    private String fold(NavigableMap<String, FileVersion> versions)
        throws IOException, InterruptedException {
      if (versions.isEmpty()) {
        return base;
      }
      if (index == null) {
        index = session.baseIndex(base);
      }
      return session.write(Objects.requireNonNull(index), versions, base);
    }
  }

  /** How far a chain has come. */
  private static final class Progress {

    private final List<Integer> members;
    private final Chain chain;
    private String tree;
    private int next;

    Progress(List<Integer> members, String base, Chain chain) {
      this.members = members;
      this.chain = chain;
      this.tree = base;
    }

    int child() {
      return members.get(next);
    }
  }
}
