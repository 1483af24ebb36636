package dev.cleveragents.engine.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A mapping of a document with the values that fit its shape, by key. A value that does not fit was
 * reported and is absent here, but its key still counts as given, so that it is not reported as
 * missing too. Immutable.
 */
public final class YamlMapping {

  private final SourcePosition position;
  private final Map<String, Entry> entries;
  private final Set<String> unfit;

  /**
   * @param unfit the known keys whose values have reported problems
   */
  YamlMapping(SourcePosition position, Map<String, Entry> entries, Set<String> unfit) {
    this.position = position;
    this.entries = Map.copyOf(entries);
    this.unfit = Set.copyOf(unfit);
  }

  /** A value and its position. */
  public record Entry(Object value, SourcePosition position) {}

  public SourcePosition position() {
    return position;
  }

  /** The position of the key's value; of the mapping if there is none. */
  public SourcePosition positionOf(String key) {
    Entry entry = entries.get(key);
    return entry == null ? position : entry.position;
  }

  public Set<String> keys() {
    return entries.keySet();
  }

  /** Whether the key is given, with any value. */
  public boolean names(String key) {
    return entries.containsKey(key) || unfit.contains(key);
  }

  /** Whether the key is absent or its whole value fits. */
  public boolean fits(String key) {
    return !unfit.contains(key);
  }

  /** The value of the key, if it is given and fits. */
  public <T> Optional<T> find(String key, Class<T> type) {
    return Optional.ofNullable(entries.get(key)).map(entry -> type.cast(entry.value));
  }

  /**
   * The value of a required key.
   *
   * @throws IllegalStateException if it is absent
   */
  public <T> T get(String key, Class<T> type) {
    return find(key, type).orElseThrow(() -> new IllegalStateException("No value of " + key));
  }

  /** The elements of a list that fit, with their positions; empty if the key is absent. */
  public List<Entry> elements(String key) {
    List<Entry> all = new ArrayList<>();
    for (Object element : find(key, List.class).orElse(List.of())) {
      all.add((Entry) element);
    }
    return all;
  }

  /** The value of a key, or the elements of its list, with their positions. */
  public List<Entry> values(String key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return List.of();
    }
    return entry.value() instanceof List<?> ? elements(key) : List.of(entry);
  }

  /** The elements of a list that fit; empty if the key is absent. */
  public <T> List<T> list(String key, Class<T> type) {
    return elements(key).stream().map(entry -> type.cast(entry.value)).toList();
  }
}
