package dev.cleveragents.exec.git;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of git. */
public record GitVersion(int major, int minor) implements Comparable<GitVersion> {

  /** The oldest that can do all that is asked of it here. */
  public static final GitVersion OLDEST = new GitVersion(2, 38);

  private static final Pattern TEXT = Pattern.compile("git version (\\d{1,5})\\.(\\d{1,5}).*");

  /**
   * Reads what {@code git version} prints.
   *
   * @throws GitException if it is something else
   */
  static GitVersion parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw GitException.unusable(
          "The program 'git' does not say which version it is ('%s'); put git %s or newer on the PATH"
              .formatted(text, OLDEST));
    }
    return new GitVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public int compareTo(GitVersion other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
