package dev.cleveragents.workspace.apply.request;

/** Where a result goes in a work tree of git. */
public sealed interface Destination {

  /** A commit on the branch that is checked out; index and files follow. */
  record CheckedOutBranch() implements Destination {}

  /** The files alone, without a commit: index and branch stay as they are. */
  record WorkTree() implements Destination {}

  /**
   * A commit on a new branch that begins at the plan's base; files, index and the branch that is
   * checked out stay as they are.
   *
   * @param name without {@code refs/heads/}
   */
  record NewBranch(String name) implements Destination {

    /** The full name. */
    public String ref() {
      return "refs/heads/" + name;
    }
  }

  /** As {@link #parse} reads it. */
  default String text() {
    return switch (this) {
      case CheckedOutBranch() -> "branch";
      case WorkTree() -> "files";
      case NewBranch(String name) -> "new:" + name;
    };
  }

  /** Reads what {@link #text} wrote. */
  static Destination parse(String text) {
    return switch (text) {
      case "branch" -> new CheckedOutBranch();
      case "files" -> new WorkTree();
      default -> {
        if (!text.startsWith("new:")) {
          throw new IllegalArgumentException("No destination: " + text);
        }
        yield new NewBranch(text.substring("new:".length()));
      }
    };
  }
}
