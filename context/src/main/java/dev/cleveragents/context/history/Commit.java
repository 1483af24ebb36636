package dev.cleveragents.context.history;

import java.time.Instant;
import java.util.List;

/**
 * A commit.
 *
 * @param id its full id
 * @param parents what it builds on; two or more for a merge, none for a first one
 * @param time when it was committed
 * @param author the name of its author
 * @param message what was said about it, its beginning if that is very long
 * @param touches the files it touched; empty for merges and for commits of more files than are kept
 * @param files how many files it touched
 */
public record Commit(
    String id,
    List<String> parents,
    Instant time,
    String author,
    String message,
    List<Touch> touches,
    int files) {

  /** Takes copies. */
  public Commit {
    parents = List.copyOf(parents);
    touches = List.copyOf(touches);
  }

  /** What a commit did to a file; a rename is one deleted and one added. */
  public enum Kind {
    ADDED,
    CHANGED,
    DELETED
  }

  /** A file that a commit touched. */
  public record Touch(Kind kind, String path) {}

  /** The first line of the message. */
  public String subject() {
    int end = message.indexOf('\n');
    return (end < 0 ? message : message.substring(0, end)).strip();
  }

  /** The id as people write it. */
  public String shortId() {
    return id.substring(0, Math.min(8, id.length()));
  }
}
