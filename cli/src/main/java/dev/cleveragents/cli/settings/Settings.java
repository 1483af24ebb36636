package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.sandbox.SharedPaths;
import dev.cleveragents.runtime.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What holds for one command. An option counts more than an environment variable, that more than
 * the configuration file, and that more than the default.
 *
 * @param home where CleverAgents keeps its data; absolute, not necessarily there
 * @param store where jobs are kept; may hold a password, which its text does not show
 * @param confining how commands of plans are kept to their copies
 * @param context what agents are told of projects
 * @param warnings what is odd in the configuration file but harms nothing
 */
public record Settings(
    Setting<Path> home,
    Setting<Format> format,
    Setting<Boolean> colour,
    Setting<StoreAddress> store,
    Confining confining,
    ContextSettings context,
    List<Message> warnings) {

  static final String CONFIG = "config.toml";
  static final String DEFAULT = "default";
  private static final String CONFINE = "sandbox.confine";
  private static final String WRITABLE = "sandbox.writable";
  private static final String STORE_VARIABLE = "CLEVERAGENTS_STORE_URL";
  private static final String FORMAT_VARIABLE = "CLEVERAGENTS_FORMAT";

  /**
   * Settles every setting.
   *
   * @throws ProblemException if options contradict each other, or a variable or the file holds what
   *     is no format or no address of a store; the message says where
   */
  public static Settings resolve(GlobalOptions options, Environment environment) {
    Setting<Path> home = home(options, environment);
    requireFolder(home);
    Path file = home.value().resolve(CONFIG);
    Config config = Files.exists(file) ? new ConfigFile(file).read() : Config.EMPTY;
    return new Settings(
        home,
        format(options, environment, config),
        colour(options, environment),
        store(home.value(), environment, config),
        confining(environment, config),
        context(file, config),
        config.warnings());
  }

  /**
   * What can be settled where something given is wrong, so that the error itself is printed in the
   * wanted format: a setting that {@link #resolve} refuses is passed over.
   */
  public static Settings tolerant(GlobalOptions options, Environment environment) {
    try {
      return resolve(options, environment);
    } catch (ProblemException e) {
      Setting<Format> format = byTerminal(environment);
      String variable = environment.variable(FORMAT_VARIABLE);
      if (options.json) {
        format = new Setting<>(Format.JSON, "--json");
      } else if (options.format != null) {
        format = new Setting<>(options.format, "--format");
      } else if (variable != null) {
        format = Format.named(variable).map(f -> new Setting<>(f, FORMAT_VARIABLE)).orElse(format);
      }
      Setting<Path> home = home(options, environment);
      return new Settings(
          home,
          format,
          colour(options, environment),
          defaultStore(home.value()),
          confining(environment, Config.EMPTY),
          ContextSettings.of(Config.EMPTY),
          List.of());
    }
  }

  /** The one of this name, also where it is not listed because another says it. */
  public Optional<Setting<?>> find(String name) {
    Setting<?> listed = named().get(name);
    return listed == null ? context.find(name).map(it -> it) : Optional.of(listed);
  }

  /** All of them that say something, by name. */
  public Map<String, Setting<?>> named() {
    Map<String, Setting<?>> named = new LinkedHashMap<>();
    named.put("home", home);
    named.put("format", format);
    named.put("color", colour);
    named.put("store.url", store);
    named.put(CONFINE, confining.mode());
    named.put(WRITABLE, confining.writable());
    named.putAll(context.named());
    return named;
  }

  private static Setting<Path> home(GlobalOptions options, Environment environment) {
    String variable = environment.variable("CLEVERAGENTS_HOME");
    if (options.dataDir != null) {
      return new Setting<>(absolute(options.dataDir, environment), "--data-dir");
    }
    if (variable != null) {
      return new Setting<>(absolute(Path.of(variable), environment), "CLEVERAGENTS_HOME");
    }
    return new Setting<>(environment.userHome().resolve(".cleveragents"), DEFAULT);
  }

  /** What is there must be a folder, and so must what it would be made in: else all is lost. */
  private static void requireFolder(Setting<Path> home) {
    Path there = home.value();
    while (there != null && Files.notExists(there)) {
      there = there.getParent();
    }
    if (there != null && !Files.isDirectory(there)) {
      throw usage(
          "%s says that data is kept in %s, but %s is no folder."
              .formatted(home.source(), home.value(), there.equals(home.value()) ? "that" : there),
          "Name a folder in %s; it is made when first needed.".formatted(home.source()));
    }
  }

  private static Setting<Format> format(
      GlobalOptions options, Environment environment, Config config) {
    if (options.json && options.format != null && options.format != Format.JSON) {
      throw usage(
          "--json and --format " + options.format + " contradict each other.",
          "Give one of the two.");
    }
    if (options.json) {
      return new Setting<>(Format.JSON, "--json");
    }
    if (options.format != null) {
      return new Setting<>(options.format, "--format");
    }
    String variable = environment.variable(FORMAT_VARIABLE);
    if (variable != null) {
      return named(variable, FORMAT_VARIABLE);
    }
    Config.Value configured = config.value("format");
    return configured != null
        ? named(configured.text(), configured.where())
        : byTerminal(environment);
  }

  private static Setting<Format> named(String name, String where) {
    Format format =
        Format.named(name)
            .orElseThrow(
                () ->
                    usage(
                        "%s says format '%s', which is none of %s."
                            .formatted(where, name, String.join(", ", Format.names())),
                        "Correct it there, or overrule it with --format."));
    return new Setting<>(format, where);
  }

  private static Setting<StoreAddress> store(Path home, Environment environment, Config config) {
    String variable = environment.variable(STORE_VARIABLE);
    Config.Value configured = config.value("store.url");
    if (variable != null) {
      return address(variable, STORE_VARIABLE, environment.workingDirectory());
    }
    return configured != null
        ? address(configured.text(), configured.where(), home)
        : defaultStore(home);
  }

  private static Confining confining(Environment environment, Config config) {
    Setting<String> mode = text(config, CONFINE, Confining.AUTO);
    Setting<String> writable = text(config, WRITABLE, SharedPaths.DEFAULT);
    check(mode, CONFINE, () -> Confining.mode(mode.value()));
    check(writable, WRITABLE, () -> SharedPaths.parse(writable.value(), environment.userHome()));
    return new Confining(mode, writable, environment.userHome());
  }

  private static ContextSettings context(Path file, Config config) {
    ContextSettings context = ContextSettings.of(config);
    context
        .values()
        .forEach(
            (key, setting) ->
                check(setting, key, () -> ContextSettings.check(key, setting.value())));
    try {
      context.rules();
    } catch (IllegalArgumentException e) {
      throw usage("%s: %s.".formatted(file, e.getMessage()), "Correct context.window there.");
    }
    return context;
  }

  private static void check(Setting<String> setting, String key, Runnable attempt) {
    try {
      attempt.run();
    } catch (IllegalArgumentException e) {
      throw usage(
          "%s: %s: %s.".formatted(setting.source(), key, e.getMessage()), "Correct it there.");
    }
  }

  private static Setting<String> text(Config config, String key, String otherwise) {
    Config.Value configured = config.value(key);
    return configured == null
        ? new Setting<>(otherwise, DEFAULT)
        : new Setting<>(configured.text(), configured.where());
  }

  private static Setting<StoreAddress> defaultStore(Path home) {
    return new Setting<>(StoreAddress.ofFile(home.resolve(StoreAddress.DEFAULT_FILE)), DEFAULT);
  }

  private static Setting<StoreAddress> address(String url, String where, Path folder) {
    try {
      return new Setting<>(new StoreAddress(url).in(folder), where);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, where + ": " + e.getMessage() + ".", "Correct it.", null), e);
    }
  }

  private static Setting<Format> byTerminal(Environment environment) {
    return new Setting<>(environment.terminal() ? Format.RICH : Format.PLAIN, DEFAULT);
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
    return new Setting<>(environment.terminal(), DEFAULT);
  }

  private static Path absolute(Path path, Environment environment) {
    return environment.workingDirectory().resolve(path).normalize();
  }

  private static ProblemException usage(String message, String hint) {
    return new ProblemException(new Problem(ExitCode.USAGE, message, hint, null));
  }
}
