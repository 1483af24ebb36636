package dev.cleveragents.engine.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A mapping of a document: what fits its shape, by key. What does not fit was reported and is left
 * out; that it stands there is remembered, so that nobody calls it missing. Immutable.
 */
public final class Section {

  private final Place place;
  private final Map<String, Entry> entries;
  private final Set<String> unfit;

  /**
   * @param unfit the known keys with something in their values that was reported
   */
  Section(Place place, Map<String, Entry> entries, Set<String> unfit) {
    this.place = place;
    this.entries = Map.copyOf(entries);
    this.unfit = Set.copyOf(unfit);
  }

  /** A value and where it stands. */
  public record Entry(Object value, Place place) {}

  public Place place() {
    return place;
  }

  /** Where the value of that key stands; where the mapping begins if there is none. */
  public Place placeOf(String key) {
    Entry entry = entries.get(key);
    return entry == null ? place : entry.place;
  }

  public Set<String> keys() {
    return entries.keySet();
  }

  /** Whether that key stands there, with whatever value. */
  public boolean names(String key) {
    return entries.containsKey(key) || unfit.contains(key);
  }

  /** Whether all that stands there under that key fits, if anything does. */
  public boolean fits(String key) {
    return !unfit.contains(key);
  }

  /** The value of that key, if it is there and fits. */
  public <T> Optional<T> find(String key, Class<T> type) {
    return Optional.ofNullable(entries.get(key)).map(entry -> type.cast(entry.value));
  }

  /**
   * The value of a key that is known to be there.
   *
   * @throws IllegalStateException if it is not
   */
  public <T> T get(String key, Class<T> type) {
    return find(key, type).orElseThrow(() -> new IllegalStateException("No value of " + key));
  }

  /** The elements of a list that fit, with their places; none if there is no such key. */
  public List<Entry> elements(String key) {
    List<Entry> all = new ArrayList<>();
    for (Object element : find(key, List.class).orElse(List.of())) {
      all.add((Entry) element);
    }
    return all;
  }

  /** The elements of a list that fit; none if there is no such key. */
  public <T> List<T> list(String key, Class<T> type) {
    return elements(key).stream().map(entry -> type.cast(entry.value)).toList();
  }
}
