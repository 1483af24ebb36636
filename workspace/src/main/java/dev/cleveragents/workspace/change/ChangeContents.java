package dev.cleveragents.workspace.change;

import dev.cleveragents.workspace.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Bytes that come with changes, found by their hash. Holds copies of nothing: do not change them.
 */
public final class ChangeContents {

  private static final ChangeContents NONE = new ChangeContents(Map.of());

  private final Map<String, byte[]> byHash;

  private ChangeContents(Map<String, byte[]> byHash) {
    this.byHash = byHash;
  }

  /** No bytes: everything that the changes name is stored already. */
  public static ChangeContents none() {
    return NONE;
  }

  /** These bytes. */
  public static ChangeContents of(byte[]... contents) {
    Map<String, byte[]> byHash = new TreeMap<>();
    for (byte[] bytes : contents) {
      byHash.put(Sha256.of(bytes), bytes);
    }
    return new ChangeContents(byHash);
  }

  /** All of these together. */
  static ChangeContents joined(List<ChangeContents> parts) {
    Map<String, byte[]> all = new TreeMap<>();
    parts.forEach(part -> all.putAll(part.byHash));
    return new ChangeContents(all);
  }

  /** The bytes of this hash, if they are here. */
  public Optional<byte[]> get(String hash) {
    return Optional.ofNullable(byHash.get(hash));
  }
}
