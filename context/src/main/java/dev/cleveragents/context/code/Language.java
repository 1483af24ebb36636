package dev.cleveragents.context.code;

import java.util.Arrays;
import java.util.Locale;

/** The known languages, by the endings of file names. */
public enum Language {
  JAVA("java"),
  KOTLIN("kt", "kts"),
  PYTHON("py", "pyi"),
  JAVASCRIPT("js", "mjs", "cjs", "jsx"),
  TYPESCRIPT("ts", "mts", "cts", "tsx"),
  GO("go"),
  RUST("rs"),
  C("c", "h"),
  CPP("cc", "cpp", "cxx", "hh", "hpp", "hxx"),
  C_SHARP("cs"),
  RUBY("rb"),
  PHP("php"),
  BASH("sh", "bash"),
  SQL("sql"),
  MARKDOWN("md", "markdown"),
  YAML("yaml", "yml"),
  JSON("json"),
  TOML("toml"),
  TEXT();

  /** Each with a space before and after it. */
  private final String endings;

  Language(String... endings) {
    this.endings = " " + String.join(" ", endings) + " ";
  }

  /** The language of a file with this name; {@link #TEXT} if none is known. */
  public static Language of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    String ending = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(language -> language.has(ending))
        .findFirst()
        .orElse(TEXT);
  }

  /** Whether files of this language are read by a native grammar, in a process of its own. */
  public boolean hasGrammar() {
    return switch (this) {
      case SQL, MARKDOWN, YAML, TOML, TEXT -> false;
      default -> true;
    };
  }

  private boolean has(String ending) {
    return ending.indexOf(' ') < 0 && endings.contains(" " + ending + " ");
  }
}
