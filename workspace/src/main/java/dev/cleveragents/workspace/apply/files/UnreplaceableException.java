package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The system does not let a file of a resource be replaced; the message names it and says why. */
public final class UnreplaceableException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient Name resource;

  private UnreplaceableException(Name resource, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.resource = resource;
  }

  /** About files or folders that were found to be so. */
  public static UnreplaceableException found(Name resource, List<String> found) {
    return new UnreplaceableException(resource, String.join("; ", found), null);
  }

  public static UnreplaceableException whenReplacing(Name resource, Path file, IOException cause) {
    return new UnreplaceableException(resource, message(file, WriteAdvice.reason(cause)), cause);
  }

  static UnreplaceableException whenRestoring(Name resource, Path file, IOException cause) {
    return new UnreplaceableException(
        resource,
        "%s cannot be put back: %s"
            .formatted(file, WriteAdvice.because(file, WriteAdvice.reason(cause))),
        cause);
  }

  static String message(Path file, String reason) {
    return "%s cannot be replaced: %s".formatted(file, WriteAdvice.because(file, reason));
  }

  /** This, and after it what kept the files that were replaced before from being put back. */
  public UnreplaceableException followedBy(IOException failure) {
    return new UnreplaceableException(
        resource, getMessage() + ". " + failure.getMessage(), failure);
  }

  /**
   * The same for the user, once everything is as it was.
   *
   * @param kept paths that another process has changed meanwhile
   */
  public ApplyRefusal refusal(List<LocalConflict> kept) {
    List<LocalConflict> all = new ArrayList<>(kept);
    all.addFirst(new LocalConflict(resource, "", String.valueOf(getMessage())));
    return new ApplyRefusal(all);
  }
}
