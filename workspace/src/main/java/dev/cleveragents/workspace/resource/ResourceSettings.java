package dev.cleveragents.workspace.resource;

import dev.cleveragents.workspace.OperationException;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * How a resource is copied for a plan. Comes from the user's own configuration, never from what
 * lies in the resource.
 *
 * @param copyIn globs of ignored files and folders that work needs ({@code .env}, {@code
 *     node_modules}), relative to the resource; they are copied, never linked
 * @param setUp a command line that runs once in every new copy, before anything else
 */
public record ResourceSettings(List<String> copyIn, @Nullable String setUp) {

  /** Nothing is copied in and nothing is run. */
  public static final ResourceSettings NONE = new ResourceSettings(List.of(), null);

  public ResourceSettings {
    copyIn = List.copyOf(copyIn);
    copyIn.forEach(ResourceSettings::check);
    if (setUp != null && setUp.isBlank()) {
      throw OperationException.invalid("The set-up command is empty; leave it out instead");
    }
  }

  private static void check(String glob) {
    if (glob.isBlank() || glob.startsWith("/") || List.of(glob.split("/", -1)).contains("..")) {
      throw OperationException.invalid(
          "'%s' cannot name files to copy in: write a glob relative to the resource, without a leading '/' and without '..'"
              .formatted(glob));
    }
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new OperationException(
          OperationException.Kind.INVALID,
          "'%s' cannot name files to copy in: %s".formatted(glob, e.getDescription()),
          "A glob may contain *, **, ?, [abc] and {a,b}",
          null,
          e);
    }
  }
}
