package dev.cleveragents.workspace.files;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;

/** Something is mounted where files were to be deleted; nothing below the mount was deleted. */
public final class MountedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String mountPoint;

  MountedException(String mountPoint) {
    super(
        "%s is a mount point; files below a mount point are not deleted. Run 'umount %s' and retry"
            .formatted(mountPoint, mountPoint));
    this.mountPoint = mountPoint;
  }

  /** The refusal of an operation that would have deleted files there. */
  public OperationException refusal(String operation) {
    return new OperationException(
        OperationException.Kind.CONFLICT,
        "%s: %s is a mount point, and files below a mount point are not deleted"
            .formatted(operation, mountPoint),
        "Run 'umount %s' and retry".formatted(mountPoint),
        null,
        this);
  }
}
