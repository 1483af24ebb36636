package dev.cleveragents.runtime.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * A key of the configuration: its name, how a value is read, and what the reference page says about
 * it.
 *
 * @param name the name in the configuration file, for example {@code store.url}
 * @param variable the environment variable that overrides the configuration file, if there is one
 * @param standard the value that applies where none was set, as a user would write it
 * @param syntax how a value is written and read
 * @param notes what the reference page says about it
 */
public record SettingKey<T>(
    String name, Optional<String> variable, String standard, Syntax<T> syntax, Notes notes) {

  /** The prefix of the environment variables that make settings. */
  public static final String PREFIX = "CLEVERAGENTS_";

  /** How a configuration file may write a value, besides as text in quotes. */
  public enum Form {
    TEXT,
    NUMBER,
    PATTERNS
  }

  /** Reads a value; throws {@link IllegalArgumentException} with the reason if it is invalid. */
  public interface Parser<T> {
    T parse(String text, SettingPaths paths);
  }

  /**
   * How a value is written and read.
   *
   * @param secret whether a value may hold a password: then its parsed form is shown, which leaves
   *     passwords out
   */
  public record Syntax<T>(Form form, Parser<T> parser, boolean secret) {}

  /**
   * What the reference page says.
   *
   * @param restart whether running workers use a new value only after a restart
   * @param inheritsFrom the key whose value applies where this one is not set
   */
  public record Notes(String meaning, boolean restart, Optional<String> inheritsFrom) {}

  /** A key without a variable; running workers read it when they start. */
  static <T> SettingKey<T> of(
      String name, Form form, String standard, Parser<T> parser, String meaning) {
    return new SettingKey<>(
        name,
        Optional.empty(),
        standard,
        new Syntax<>(form, parser, false),
        new Notes(meaning, true, Optional.empty()));
  }

  /** A key with a text of its own, read by a command when it starts. */
  public static <T> SettingKey<T> text(
      String name, String standard, Parser<T> parser, String meaning) {
    return of(name, Form.TEXT, standard, parser, meaning);
  }

  /** The same, also set by {@code CLEVERAGENTS_…}; the variable is named after the key. */
  public SettingKey<T> withVariable() {
    String derived = PREFIX + name.replace('.', '_').toUpperCase(Locale.ROOT);
    return new SettingKey<>(name, Optional.of(derived), standard, syntax, notes);
  }

  /** The same, shown without passwords. */
  SettingKey<T> withSecrets() {
    return new SettingKey<>(
        name, variable, standard, new Syntax<>(syntax.form(), syntax.parser(), true), notes);
  }

  /** The same, without effect on running workers. */
  public SettingKey<T> withoutRestart() {
    return new SettingKey<>(
        name, variable, standard, syntax, new Notes(notes.meaning(), false, notes.inheritsFrom()));
  }

  /** The same; if it is not set, the value of the other key applies. */
  SettingKey<T> inheriting(String other) {
    return new SettingKey<>(
        name,
        variable,
        standard,
        syntax,
        new Notes(notes.meaning(), notes.restart(), Optional.of(other)));
  }

  /**
   * Checks a value by itself.
   *
   * @throws IllegalArgumentException with the reason if it is invalid
   */
  public void check(String value, SettingPaths paths) {
    syntax.parser().parse(value, paths);
  }
}
