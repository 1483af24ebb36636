package dev.cleveragents.workspace.change;

import java.util.Arrays;
import java.util.Optional;

/** The mode of a file, as git keeps it. */
public enum FileMode {
  REGULAR("100644"),
  EXECUTABLE("100755"),
  /** Its content is the path it points to. */
  SYMLINK("120000");

  private final String octal;

  FileMode(String octal) {
    this.octal = octal;
  }

  /** The one of these digits, if git's mode is that of a file or a link. */
  public static Optional<FileMode> of(String octal) {
    return Arrays.stream(values()).filter(it -> it.octal.equals(octal)).findFirst();
  }

  /** The six digits that git writes for it. */
  public String octal() {
    return octal;
  }
}
