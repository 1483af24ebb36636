package dev.cleveragents.cli.output;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The output formats. */
public enum Format {
  /** For people at a terminal: colours, marks, aligned columns. */
  RICH,
  /** For people and pipes: one fact per line, no decoration. */
  PLAIN,
  /** For programs: the envelope, and nothing else, on standard output. */
  JSON,
  /** The same envelope as YAML. */
  YAML;

  /** The format of that name as a person writes it, lower case. */
  public static Optional<Format> named(String name) {
    return Arrays.stream(values()).filter(format -> format.toString().equals(name)).findFirst();
  }

  /** Every name that {@link #named} knows. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Format::toString).toList();
  }

  /**
   * The one renderer of this format; both parameters matter to {@link #RICH} only.
   *
   * @param columns of the terminal, or {@link WordWrap#UNLIMITED}
   */
  public AnswerRenderer renderer(boolean colour, int columns) {
    return switch (this) {
      case RICH -> new RichRenderer(colour, columns);
      case PLAIN -> new PlainRenderer();
      case JSON -> EnvelopeRenderer.json();
      case YAML -> EnvelopeRenderer.yaml();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
