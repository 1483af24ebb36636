package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    return inSession(
        token, session -> new MergeRun(session, base, sorted(results), strategy).merge());
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
}
