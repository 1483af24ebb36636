package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The paths that a confined program may write, each with all that is below it; everything else it
 * may only read. Paths that are not there do not count, and a link counts as what it leads to.
 *
 * @param own what it may write in any case
 * @param shared what it may write besides, unless that lies in something guarded or hidden
 * @param guarded what it may not write although it lies in something shared
 * @param hidden a folder that it sees empty, but for what is its own or guarded there; may be null
 * @param network whether it has the network; without it, it has an interface of its own to itself
 */
public record ConfinementRules(
    List<Path> own, List<Path> shared, List<Path> guarded, @Nullable Path hidden, boolean network) {

  private static final int MOST_LINKS = 40;

  public ConfinementRules {
    own = List.copyOf(own);
    shared = List.copyOf(shared);
    guarded = List.copyOf(guarded);
  }

  /** Rules that hide nothing and leave the network. */
  public ConfinementRules(List<Path> own, List<Path> shared, List<Path> guarded) {
    this(own, shared, guarded, null, true);
  }

  /** The same, with a folder hidden. */
  public ConfinementRules hiding(Path folder) {
    return new ConfinementRules(own, shared, guarded, folder, network);
  }

  /** The same, without the network. */
  public ConfinementRules withoutNetwork() {
    return new ConfinementRules(own, shared, guarded, hidden, false);
  }

  /** What a program may do with a path. */
  enum Access {
    WRITABLE,
    READ_ONLY,
    HIDDEN
  }

  /** A path without links in it; the rule of the nearest path above a file holds for the file. */
  record Rule(Path path, Access access) {}

  /**
   * The effective rules, outer paths before inner ones, only where they differ from the surrounding
   * ones or keep a path from being moved.
   */
  List<Rule> rules() {
    List<Path> kept = real(guarded);
    List<Path> mine = real(own);
    List<Path> unseen = hidden == null ? List.of() : real(List.of(hidden));
    List<Rule> all = new ArrayList<>();
    List<Path> open = real(trusted(shared));
    open.stream()
        .filter(path -> kept.stream().noneMatch(path::startsWith))
        .filter(path -> unseen.stream().noneMatch(path::startsWith))
        .forEach(path -> all.add(new Rule(path, Access.WRITABLE)));
    unseen.stream()
        .filter(path -> !mine.contains(path) && !kept.contains(path))
        .forEach(path -> all.add(new Rule(path, Access.HIDDEN)));
    kept.stream()
        .filter(path -> !mine.contains(path))
        .forEach(path -> all.add(new Rule(path, Access.READ_ONLY)));
    mine.forEach(path -> all.add(new Rule(path, Access.WRITABLE)));
    List<Rule> rules = new ArrayList<>();
    all.stream()
        .distinct()
        .sorted(Comparator.comparingInt(rule -> rule.path().getNameCount()))
        .filter(rule -> rule.access() != access(rule.path(), rules))
        .forEach(rules::add);
    List<Path> held = new ArrayList<>(mine);
    held.addAll(kept);
    held.addAll(unseen);
    pin(held, open, rules);
    return rules;
  }

  /**
   * Adds rules that change nothing but make mount points, which cannot be renamed, of the folders
   * between something shared and a path: otherwise the program could move one of them away, and put
   * a link there, by which the next program would be allowed what the link leads to.
   */
  private static void pin(List<Path> held, List<Path> open, List<Rule> rules) {
    Set<Path> pins = new TreeSet<>();
    for (Path path : held) {
      for (Path each = path; each != null; each = each.getParent()) {
        if (access(each, rules) == Access.WRITABLE) {
          pins.add(each);
        }
      }
    }
    open.forEach(pins::remove);
    rules.forEach(rule -> pins.remove(rule.path()));
    pins.forEach(pin -> rules.add(new Rule(pin, Access.WRITABLE)));
    rules.sort(Comparator.comparingInt(rule -> rule.path().getNameCount()));
  }

  /**
   * Those of some shared paths that lead through no other: in that, a program could have put a
   * link. What lies in another one is shared with it anyway.
   */
  private static List<Path> trusted(List<Path> shared) {
    List<Path> named = shared.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    List<Path> direct = named.stream().filter(path -> !leadsThrough(path, named)).toList();
    List<Path> real = real(direct);
    return direct.stream().filter(path -> !leadsThrough(path, real)).toList();
  }

  private static boolean leadsThrough(Path path, List<Path> folders) {
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::addLast);
    Path at = Path.of("/");
    for (int links = 0; !rest.isEmpty() && links < MOST_LINKS; ) {
      if (folders.stream().anyMatch(at::startsWith)) {
        return true;
      }
      Path next = at.resolve(rest.removeFirst()).normalize();
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      links++;
      try {
        Path target = Files.readSymbolicLink(next);
        at = target.isAbsolute() ? Path.of("/") : at;
        List<Path> parts = new ArrayList<>();
        target.forEach(parts::addFirst);
        parts.forEach(rest::addFirst);
      } catch (IOException e) {
        return true;
      }
    }
    return !rest.isEmpty();
  }

  static Access access(Path path, List<Rule> rules) {
    return rules.stream()
        .filter(rule -> path.startsWith(rule.path()))
        .max(Comparator.comparingInt(rule -> rule.path().getNameCount()))
        .map(Rule::access)
        .orElse(Access.READ_ONLY);
  }

  private static List<Path> real(List<Path> paths) {
    return paths.stream().flatMap(path -> real(path).stream()).distinct().toList();
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
