package dev.cleveragents.engine.actor;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The prompts of agents: files of the program, which a file of the same name in a folder of the
 * user replaces. A project cannot replace them, because its content is data.
 *
 * @param folder of the user's own prompts; it may be missing
 */
public record Prompts(Path folder) {

  private static final int LONGEST = 100_000;

  /** All prompts: by the role that uses them, and of summaries of long conversations. */
  public static final List<String> NAMES =
      List.of(
          "execution",
          "strategy",
          "split",
          "review",
          "invariants",
          "estimation",
          "summary",
          "resolution");

  /**
   * The text of a prompt.
   *
   * @throws OperationException if there is none of that name, or the user's cannot be read
   */
  public String text(String name) {
    Path own = file(name);
    if (!Files.exists(own)) {
      return shipped(name);
    }
    try {
      String text = Files.readString(own);
      if (text.length() > LONGEST) {
        throw OperationException.invalid(
            "The prompt %s has more than %,d characters".formatted(own, LONGEST));
      }
      return text;
    } catch (IOException e) {
      throw OperationException.failed("Cannot read the prompt %s: %s".formatted(own, e), e);
    }
  }

  /** Where the user's own prompt of this name is, or would be. */
  public Path file(String name) {
    return folder.resolve(name + ".md");
  }

  /** The text that the program ships. */
  public static String shipped(String name) {
    if (!NAMES.contains(name)) {
      throw OperationException.notFound(
          "There is no prompt '%s'; known: %s".formatted(name, String.join(", ", NAMES)), null);
    }
    try (InputStream text = Prompts.class.getResourceAsStream("prompts/" + name + ".md")) {
      if (text == null) {
        throw new IllegalStateException("No resource for the prompt " + name);
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw OperationException.failed("Cannot read the prompt " + name, e);
    }
  }
}
