package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.Config;
import dev.cleveragents.runtime.settings.ContextRules;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.settings.SettingKey;
import dev.cleveragents.runtime.settings.SettingKeys;
import dev.cleveragents.runtime.settings.SettingPaths;
import dev.cleveragents.runtime.settings.SettingValues;
import dev.cleveragents.runtime.settings.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of one command. An option overrides an environment variable, that overrides the
 * configuration file, and that overrides the default.
 *
 * @param home the folder of CleverAgents' data; absolute, need not exist
 * @param values the settings that have a key
 * @param warnings harmless mistakes in the configuration file
 */
public record Settings(
    Setting<Path> home,
    Setting<Format> format,
    Setting<Boolean> colour,
    SettingValues values,
    List<Message> warnings) {

  static final String CONFIG = "config.toml";

  private static final SettingKey<Format> FORMAT =
      SettingKey.text(
              "format",
              Format.PLAIN.toString(),
              (text, _) ->
                  Format.named(text)
                      .orElseThrow(
                          () ->
                              new IllegalArgumentException(
                                  "'%s' is not a format; choose one of %s"
                                      .formatted(text, String.join(", ", Format.names())))),
              "Format of answers: "
                  + String.join(", ", Format.names())
                  + "; the default on a terminal is rich")
          .withVariable()
          .withoutRestart();

  /** The keys of the configuration file: those of the command line, then those of the runtime. */
  public static final List<SettingKey<?>> KEYS =
      Stream.concat(Stream.<SettingKey<?>>of(FORMAT), SettingKeys.ALL.stream()).toList();

  /** The names of these keys. */
  public static final List<String> NAMES = KEYS.stream().map(SettingKey::name).toList();

  /**
   * Resolves every setting.
   *
   * @throws ProblemException if options contradict each other, or a variable or the file has an
   *     invalid value; the message says where
   */
  public static Settings resolve(GlobalOptions options, Environment environment) {
    Setting<Path> home = home(options, environment);
    requireFolder(home);
    Path file = home.value().resolve(CONFIG);
    ConfigFile.Content config =
        Files.exists(file) ? new ConfigFile(file).read() : ConfigFile.Content.EMPTY;
    Map<String, Setting<String>> ours = new LinkedHashMap<>(config.values());
    Setting<String> configuredFormat = ours.remove(FORMAT.name());
    SettingValues values =
        new SettingValues(
            paths(home.value(), environment), SettingKeys.ALL, environment.variables(), ours);
    Setting<Format> format = format(options, environment, Optional.ofNullable(configuredFormat));
    check(values, file);
    return new Settings(home, format, colour(options, environment), values, config.warnings());
  }

  /**
   * Settings to print the error about invalid settings in the wanted format: a setting that {@link
   * #resolve} refuses has its default.
   */
  public static Settings tolerant(GlobalOptions options, Environment environment) {
    try {
      return resolve(options, environment);
    } catch (ProblemException e) {
      Setting<Format> format = byTerminal(environment);
      String variable = environment.variable(variableOf(FORMAT));
      if (options.json) {
        format = new Setting<>(Format.JSON, "--json");
      } else if (options.format != null) {
        format = new Setting<>(options.format, "--format");
      } else if (variable != null) {
        format =
            Format.named(variable).map(f -> new Setting<>(f, variableOf(FORMAT))).orElse(format);
      }
      Setting<Path> home = home(options, environment);
      return new Settings(
          home,
          format,
          colour(options, environment),
          SettingValues.defaults(paths(home.value(), environment), SettingKeys.ALL),
          List.of());
    }
  }

  /** The address of the store; may hold a password, which its text does not show. */
  public StoreAddress store() {
    return values.get(SettingKeys.STORE);
  }

  /** The configuration that CleverAgents is opened with. */
  public Config config() {
    return Config.of(values);
  }

  /** The setting of this name, also one that is not listed because it is inherited. */
  public Optional<Setting<?>> find(String name) {
    Setting<?> listed = named().get(name);
    return listed == null ? values.key(name).map(values::shown) : Optional.of(listed);
  }

  /** The settings to list, by name. */
  public Map<String, Setting<?>> named() {
    Map<String, Setting<?>> named = new LinkedHashMap<>();
    named.put("home", home);
    named.put(FORMAT.name(), format);
    named.put("color", colour);
    named.putAll(values.listed());
    return named;
  }

  private static SettingPaths paths(Path home, Environment environment) {
    return new SettingPaths(home, environment.userHome(), environment.workingDirectory());
  }

  private static void check(SettingValues values, Path file) {
    try {
      values.check();
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage() + ".", "Correct it there.");
    }
    try {
      ContextRules.of(values);
    } catch (IllegalArgumentException e) {
      throw usage("%s: %s.".formatted(file, e.getMessage()), "Correct context.window there.");
    }
  }

  private static Setting<Path> home(GlobalOptions options, Environment environment) {
    String variable = environment.variable("CLEVERAGENTS_HOME");
    if (options.dataDir != null) {
      return new Setting<>(absolute(options.dataDir, environment), "--data-dir");
    }
    if (variable != null) {
      return new Setting<>(absolute(Path.of(variable), environment), "CLEVERAGENTS_HOME");
    }
    return new Setting<>(environment.userHome().resolve(".cleveragents"), Setting.DEFAULT);
  }

  /** Neither the home folder nor a parent of it may be a file: it could not be created. */
  private static void requireFolder(Setting<Path> home) {
    Path there = home.value();
    while (there != null && Files.notExists(there)) {
      there = there.getParent();
    }
    if (there != null && !Files.isDirectory(there)) {
      throw usage(
          "%s sets the home folder to %s, but %s is not a folder."
              .formatted(home.source(), home.value(), there.equals(home.value()) ? "that" : there),
          "Name a folder in %s; it is created when first needed.".formatted(home.source()));
    }
  }

  private static Setting<Format> format(
      GlobalOptions options, Environment environment, Optional<Setting<String>> configured) {
    if (options.json && options.format != null && options.format != Format.JSON) {
      throw usage(
          "--json and --format " + options.format + " contradict each other.",
          "Give only one of them.");
    }
    if (options.json) {
      return new Setting<>(Format.JSON, "--json");
    }
    if (options.format != null) {
      return new Setting<>(options.format, "--format");
    }
    String variable = environment.variable(variableOf(FORMAT));
    return Optional.ofNullable(variable)
        .map(text -> new Setting<>(text, variableOf(FORMAT)))
        .or(() -> configured)
        .map(Settings::named)
        .orElseGet(() -> byTerminal(environment));
  }

  private static Setting<Format> named(Setting<String> made) {
    Format format =
        Format.named(made.value())
            .orElseThrow(
                () ->
                    usage(
                        "%s sets format '%s', which is not one of %s."
                            .formatted(
                                made.source(), made.value(), String.join(", ", Format.names())),
                        "Correct it there, or override it with --format."));
    return new Setting<>(format, made.source());
  }

  private static String variableOf(SettingKey<?> key) {
    return key.variable().orElseThrow();
  }

  private static Setting<Format> byTerminal(Environment environment) {
    return new Setting<>(environment.terminal() ? Format.RICH : Format.PLAIN, Setting.DEFAULT);
  }

  private static Setting<Boolean> colour(GlobalOptions options, Environment environment) {
    if (options.noColour) {
      return new Setting<>(false, "--no-color");
    }
    if (environment.variable("NO_COLOR") != null) {
      return new Setting<>(false, "NO_COLOR");
    }
    if ("dumb".equals(environment.variable("TERM"))) {
      return new Setting<>(false, "TERM");
    }
    return new Setting<>(environment.terminal(), Setting.DEFAULT);
  }

  private static Path absolute(Path path, Environment environment) {
    return environment.workingDirectory().resolve(path).normalize();
  }

  private static ProblemException usage(String message, String hint) {
    return new ProblemException(new Problem(ExitCode.USAGE, message, hint, null));
  }
}
