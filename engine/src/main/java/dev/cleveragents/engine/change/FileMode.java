package dev.cleveragents.engine.change;

/** What a file is, as far as git keeps it. */
public enum FileMode {
  REGULAR("100644"),
  EXECUTABLE("100755"),
  /** Its content is the path it points to. */
  SYMLINK("120000");

  private final String octal;

  FileMode(String octal) {
    this.octal = octal;
  }

  /** The six digits that git writes for it. */
  public String octal() {
    return octal;
  }
}
