package dev.cleveragents.engine.apply;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path that differs between two trees of git.
 *
 * @param oldMode six digits, all zero where the old tree has nothing
 * @param newMode six digits, all zero where the new tree has nothing
 */
record TreeChange(String path, String oldMode, String oldBlob, String newMode, String newBlob) {

  static final String NOTHING = "000000";
  private static final String SUBMODULE = "160000";

  boolean creates() {
    return oldMode.equals(NOTHING);
  }

  boolean deletes() {
    return newMode.equals(NOTHING);
  }

  boolean touchesSubmodule() {
    return oldMode.equals(SUBMODULE) || newMode.equals(SUBMODULE);
  }

  /**
   * Reads what {@code git diff-tree -r -z --no-renames} says.
   *
   * @throws CharacterCodingException if a name is no UTF-8
   */
  static List<TreeChange> read(byte[] raw) throws CharacterCodingException {
    List<TreeChange> changes = new ArrayList<>();
    List<String> parts = parts(raw);
    for (int i = 0; i + 1 < parts.size(); i += 2) {
      // :100644 100755 <blob> <blob> M
      String[] facts = parts.get(i).substring(1).split(" ", -1);
      changes.add(new TreeChange(parts.get(i + 1), facts[0], facts[2], facts[1], facts[3]));
    }
    return changes;
  }

  /**
   * What stands between NUL characters.
   *
   * @throws CharacterCodingException if it is no UTF-8
   */
  static List<String> parts(byte[] raw) throws CharacterCodingException {
    if (raw.length == 0) {
      return List.of();
    }
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
    return List.of(text.substring(0, text.length() - 1).split("\0", -1));
  }

  /** What stands between NUL characters and is UTF-8; what is not is the name of no change. */
  static List<String> readable(byte[] raw) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] == 0) {
        try {
          ByteBuffer part = ByteBuffer.wrap(raw, start, i - start);
          parts.add(StandardCharsets.UTF_8.newDecoder().decode(part).toString());
        } catch (CharacterCodingException e) {
          // A file of the user's that no plan can change, so that it stands in nobody's way.
        }
        start = i + 1;
      }
    }
    return parts;
  }
}
