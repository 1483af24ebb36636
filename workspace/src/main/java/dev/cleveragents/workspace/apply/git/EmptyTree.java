package dev.cleveragents.workspace.apply.git;

/** The tree with nothing in it, used for the commit of a branch that has none yet. */
public final class EmptyTree {

  private static final String SHA1 = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  private static final String SHA256 =
      "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

  private EmptyTree() {}

  /** The id of the empty tree where ids look like this one. */
  public static String of(String id) {
    return id.length() == SHA256.length() ? SHA256 : SHA1;
  }
}
