package dev.cleveragents.workspace.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The net result of changes made one after the other: per path the state before the first and after
 * the last of them, nothing where these are equal. A file that has left its path for another that
 * was free is moved; the paths in between are not told. Whatever stood where a file was moved to
 * must be listed as deleted before.
 */
public final class NetChanges {

  private final String resource;
  private final Map<String, Before> first = new TreeMap<>();
  private final Map<String, FileState> now = new HashMap<>();

  /** Of files that were moved: the path that each had at first. */
  private final Map<String, String> source = new HashMap<>();

  private record Before(@Nullable FileState state) {}

  private NetChanges(String resource) {
    this.resource = resource;
  }

  /** The net result of these changes, by resource and path. */
  public static List<Change> of(List<Change> changes) {
    Map<String, NetChanges> perResource = new TreeMap<>();
    for (Change change : changes) {
      perResource.computeIfAbsent(change.resource(), NetChanges::new).add(change);
    }
    return perResource.values().stream().flatMap(net -> net.result().stream()).toList();
  }

  /**
   * Whether two lists make the same files of the same files, byte for byte; a move is the same as a
   * removal and a new file.
   */
  public static boolean areSame(List<Change> some, List<Change> others) {
    return ends(some).equals(ends(others));
  }

  /** The paths, as people write them, at which two lists have different results. */
  public static List<String> differing(List<Change> some, List<Change> others) {
    Map<Place, Ends> one = ends(some);
    Map<Place, Ends> other = ends(others);
    Map<Place, Ends> all = new TreeMap<>(one);
    all.putAll(other);
    return all.keySet().stream()
        .filter(place -> !Objects.equals(one.get(place), other.get(place)))
        .map(Place::path)
        .distinct()
        .toList();
  }

  private record Place(String resource, String path) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
      return Comparator.comparing(Place::resource).thenComparing(Place::path).compare(this, other);
    }
  }

  private record Ends(@Nullable FileState before, @Nullable FileState after) {}

  /** The state of each path before and after all of these. */
  private static Map<Place, Ends> ends(List<Change> changes) {
    Map<Place, Ends> ends = new TreeMap<>();
    for (Change change : changes) {
      String from = change.movedFrom();
      if (from != null) {
        put(ends, new Place(change.resource(), from), change.before(), null);
      }
      put(
          ends,
          new Place(change.resource(), change.path()),
          from == null ? change.before() : null,
          change.after());
    }
    ends.values().removeIf(it -> Objects.equals(it.before, it.after));
    return ends;
  }

  private static void put(
      Map<Place, Ends> ends, Place place, @Nullable FileState before, @Nullable FileState after) {
    Ends known = ends.get(place);
    ends.put(
        place,
        known == null
            ? new Ends(before, after)
            : new Ends(
                known.before == null ? before : known.before, after == null ? known.after : after));
  }

  private void add(Change change) {
    String from = change.movedFrom();
    if (from != null) {
      first.putIfAbsent(from, new Before(change.before()));
      first.putIfAbsent(change.path(), new Before(null));
      now.remove(from);
      String origin = source.remove(from);
      source.put(change.path(), origin == null ? from : origin);
    } else {
      first.putIfAbsent(change.path(), new Before(change.before()));
      if (change.operation() != ChangeOperation.MODIFY) {
        source.remove(change.path());
      }
    }
    FileState after = change.after();
    if (after == null) {
      now.remove(change.path());
    } else {
      now.put(change.path(), after);
    }
  }

  private List<Change> result() {
    List<Change> net = new ArrayList<>();
    Set<String> moved = new HashSet<>();
    first.forEach(
        (path, before) -> {
          FileState after = now.get(path);
          if (before.state == null && after != null) {
            net.add(arrived(path, after, moved));
          }
        });
    first.forEach(
        (path, before) -> {
          FileState after = now.get(path);
          if (before.state != null && after == null && !moved.contains(path)) {
            net.add(Change.delete(resource, path, before.state));
          } else if (before.state != null && after != null && !after.equals(before.state)) {
            net.add(Change.modify(resource, path, before.state, after));
          }
        });
    net.sort(Comparator.comparing(Change::path));
    return net;
  }

  /** A file where none was: moved there if its first path has none now, otherwise created. */
  private Change arrived(String path, FileState after, Set<String> moved) {
    String from = source.get(path);
    if (from != null && !now.containsKey(from)) {
      Before before = first.get(from);
      if (before != null && before.state != null && moved.add(from)) {
        return Change.move(resource, from, path, before.state, after);
      }
    }
    return Change.create(resource, path, after);
  }
}
