package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * All sandboxes that one owner of a plan works in, in the order of the plan's resources: looked at,
 * compared and put back together, so that nothing that a tool does in any of them goes unseen. The
 * first one is where a tool works that names no resource. Immutable; used by one thread at a time,
 * as its sandboxes are.
 */
public final class SandboxGroup {

  private static final String DIRECTORY = "AGENTS_DIR_";

  private final List<Sandbox> sandboxes;

  /**
   * @param sandboxes of different resources; only before they are opened there is none
   */
  public SandboxGroup(List<Sandbox> sandboxes) {
    this.sandboxes = List.copyOf(sandboxes);
  }

  public List<Sandbox> all() {
    return sandboxes;
  }

  public Sandbox first() {
    return sandboxes.getFirst();
  }

  /**
   * The sandbox of a resource.
   *
   * @throws OperationException if the plan does not work on it; names the nearest that it does work
   *     on
   */
  public Sandbox of(Name resource) {
    return sandboxes.stream()
        .filter(sandbox -> sandbox.resource().equals(resource))
        .findFirst()
        .orElseThrow(() -> unknown(resource, sandboxes.stream().map(Sandbox::resource).toList()));
  }

  /** The refusal of a resource that is none of these. */
  public static OperationException unknown(Name resource, List<Name> known) {
    List<String> names = known.stream().map(Name::forPeople).toList();
    return OperationException.invalid(
        "the plan does not work on a resource '%s'%s; there is %s"
            .formatted(
                resource.forPeople(),
                NameSuggestion.to(resource.forPeople(), names)
                    .map(" (did you mean '%s'?)"::formatted)
                    .orElse(""),
                String.join(", ", names)));
  }

  /** All files as they are now; see {@link Sandbox#look}. */
  public ResourceTrees look(CancellationToken token) throws InterruptedException {
    List<ResourceTrees.Part> parts = new ArrayList<>();
    for (Sandbox sandbox : sandboxes) {
      parts.add(new ResourceTrees.Part(sandbox.resource().toString(), sandbox.look(token)));
    }
    return new ResourceTrees(parts);
  }

  /** The changes from one to the other, resource by resource; see {@link Sandbox#changes}. */
  public List<CapturedChange> changes(
      ResourceTrees before, ResourceTrees after, CancellationToken token)
      throws InterruptedException {
    List<CapturedChange> changes = new ArrayList<>();
    for (Sandbox sandbox : sandboxes) {
      changes.addAll(sandbox.changes(tree(before, sandbox), tree(after, sandbox), token));
    }
    return changes;
  }

  /** How many ignored files there are by now; see {@link Sandbox#ignoredCreated}. */
  public long ignoredCreated(CancellationToken token) throws InterruptedException {
    long created = 0;
    for (Sandbox sandbox : sandboxes) {
      created += sandbox.ignoredCreated(token);
    }
    return created;
  }

  /** Puts all files back; see {@link Sandbox#restore}. */
  public void restore(ResourceTrees trees, CancellationToken token) throws InterruptedException {
    for (Sandbox sandbox : sandboxes) {
      sandbox.restore(tree(trees, sandbox), token);
    }
  }

  private static Tree tree(ResourceTrees trees, Sandbox sandbox) {
    return Objects.requireNonNull(trees.byResource().get(sandbox.resource().toString()));
  }

  /**
   * The variables that tell a command where the sandboxes are: {@code AGENTS_DIR_<NAME>} per
   * resource, with the name in upper case and {@code _} for what cannot stand in a variable,
   * without the namespace {@code local}. Where two names become the same, later ones get {@code
   * _2}, {@code _3} and so on behind them.
   */
  public Map<String, String> directories() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Sandbox sandbox : sandboxes) {
      String plain = DIRECTORY + variable(sandbox.resource());
      String name = plain;
      for (int number = 2; variables.containsKey(name); number++) {
        name = plain + "_" + number;
      }
      variables.put(name, sandbox.directory().toString());
    }
    return variables;
  }

  private static String variable(Name resource) {
    return resource.forPeople().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** The path of a change for people, with its resource where there are several. */
  public String nameOf(Change change) {
    return sandboxes.size() == 1
        ? change.path()
        : "%s (in %s)".formatted(change.path(), Name.of(change.resource()).forPeople());
  }
}
