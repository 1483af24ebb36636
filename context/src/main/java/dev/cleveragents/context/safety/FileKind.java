package dev.cleveragents.context.safety;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a file's name tells about what a value without quotes in it can be. */
enum FileKind {
  /** A value without quotes is most likely an expression. */
  CODE,
  /** A value without quotes is a value. */
  CONFIGURATION,
  /** Nothing but names and values: a {@code .env}. */
  VARIABLES,
  /** No file: what people or programs print, also parts of files and commands. */
  MESSAGE;

  private static final Set<String> ENDINGS =
      Set.of(
          ("yaml yml properties ini toml cfg conf config cnf xml tf tfvars sh bash zsh txt "
                  + "log json npmrc netrc pypirc service http plist pgpass example sample")
              .split(" ", -1));

  private static final Pattern VARIABLE_FILE =
      Pattern.compile("\\.env(?:\\..+)?|.+\\.env|\\.envrc");

  private static final Set<String> TEMPLATES =
      Set.of("example", "sample", "template", "dist", "defaults", "schema");

  static FileKind of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    String ending = name.substring(dot + 1);
    if (VARIABLE_FILE.matcher(name).matches()) {
      return TEMPLATES.contains(ending) ? CONFIGURATION : VARIABLES;
    }
    return dot < 0 || ENDINGS.contains(ending) ? CONFIGURATION : CODE;
  }
}
