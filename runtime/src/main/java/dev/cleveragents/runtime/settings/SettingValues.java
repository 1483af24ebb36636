package dev.cleveragents.runtime.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the settings: an environment variable overrides the configuration file, and that
 * overrides the default. Immutable.
 */
public final class SettingValues {

  private final SettingPaths paths;
  private final List<SettingKey<?>> keys;
  private final Map<String, String> variables;
  private final Map<String, Setting<String>> file;

  /**
   * Takes copies.
   *
   * @param keys the table; a front end may have added its own
   * @param variables the environment; an empty variable sets nothing
   * @param file the values of the configuration file by key, with the place of each
   */
  public SettingValues(
      SettingPaths paths,
      List<SettingKey<?>> keys,
      Map<String, String> variables,
      Map<String, Setting<String>> file) {
    this.paths = paths;
    this.keys = List.copyOf(keys);
    this.variables = Map.copyOf(variables);
    this.file = Map.copyOf(file);
  }

  /** Every setting has its default. */
  public static SettingValues defaults(SettingPaths paths, List<SettingKey<?>> keys) {
    return new SettingValues(paths, keys, Map.of(), Map.of());
  }

  /** The environment. */
  public Map<String, String> variables() {
    return variables;
  }

  /** The folders that the values refer to. */
  public SettingPaths paths() {
    return paths;
  }

  /**
   * The value that applies.
   *
   * @throws IllegalArgumentException with its place and the reason if it is invalid
   */
  public <T> T get(SettingKey<T> key) {
    return parse(key, made(key));
  }

  /** The value set for this key itself, not inherited; empty if there is none. */
  <T> Optional<T> ifMade(SettingKey<T> key) {
    return fromVariable(key).or(() -> fromFile(key)).map(it -> parse(key, it));
  }

  /** The text of the value that applies, without passwords, and where it comes from. */
  public Setting<String> shown(SettingKey<?> key) {
    Setting<String> made = made(key);
    return key.syntax().secret()
        ? new Setting<>(String.valueOf(parse(key, made)), made.source())
        : made;
  }

  /** The settings to list: an inherited one is left out. */
  public Map<String, Setting<?>> listed() {
    Map<String, Setting<?>> listed = new LinkedHashMap<>();
    for (SettingKey<?> key : keys) {
      if (key.notes().inheritsFrom().isEmpty() || isMade(key)) {
        listed.put(key.name(), shown(key));
      }
    }
    return listed;
  }

  /** The key of this name. */
  public Optional<SettingKey<?>> key(String name) {
    return keys.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException with the place of an invalid one and the reason
   */
  public void check() {
    keys.forEach(this::get);
  }

  boolean isMade(SettingKey<?> key) {
    return fromVariable(key).or(() -> fromFile(key)).isPresent();
  }

  private Setting<String> made(SettingKey<?> key) {
    return fromVariable(key)
        .or(() -> fromFile(key))
        .or(() -> key.notes().inheritsFrom().flatMap(this::key).map(this::made))
        .orElseGet(() -> new Setting<>(key.standard(), Setting.DEFAULT));
  }

  private Optional<Setting<String>> fromVariable(SettingKey<?> key) {
    return key.variable()
        .flatMap(
            name ->
                Optional.ofNullable(variables.get(name))
                    .filter(text -> !text.isEmpty())
                    .map(text -> new Setting<>(text, name)));
  }

  private Optional<Setting<String>> fromFile(SettingKey<?> key) {
    return Optional.ofNullable(file.get(key.name()));
  }

  private <T> T parse(SettingKey<T> key, Setting<String> made) {
    boolean byVariable = key.variable().filter(made.source()::equals).isPresent();
    try {
      return key.syntax()
          .parser()
          .parse(made.value(), byVariable ? paths.fromWorkingFolder() : paths);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          byVariable
              ? "%s: %s".formatted(made.source(), e.getMessage())
              : "%s: %s: %s".formatted(made.source(), key.name(), e.getMessage()),
          e);
    }
  }
}
