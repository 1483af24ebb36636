package dev.cleveragents.workspace.change;

import dev.cleveragents.workspace.Sha256;
import java.util.regex.Pattern;

/**
 * A file at one moment.
 *
 * @param hash SHA-256 of its exact bytes, in hexadecimal; of a link, of the path it points to
 * @param size in bytes
 */
public record FileState(String hash, FileMode mode, long size) {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public FileState {
    if (!HASH.matcher(hash).matches()) {
      throw new IllegalArgumentException("No SHA-256 in hexadecimal: " + hash);
    }
    if (size < 0) {
      throw new IllegalArgumentException("No size of a file: " + size);
    }
  }

  /** The state of a file with these bytes. */
  public static FileState of(byte[] bytes, FileMode mode) {
    return new FileState(Sha256.of(bytes), mode, bytes.length);
  }
}
