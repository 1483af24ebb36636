package dev.cleveragents.engine.change;

import dev.cleveragents.engine.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Bytes that come with changes, found by their hash. Holds copies of nothing: do not change them.
 */
public final class Contents {

  private static final Contents NONE = new Contents(Map.of());

  private final Map<String, byte[]> byHash;

  private Contents(Map<String, byte[]> byHash) {
    this.byHash = byHash;
  }

  /** No bytes: everything that the changes name is stored already. */
  public static Contents none() {
    return NONE;
  }

  /** These bytes. */
  public static Contents of(byte[]... contents) {
    Map<String, byte[]> byHash = new TreeMap<>();
    for (byte[] bytes : contents) {
      byHash.put(Sha256.of(bytes), bytes);
    }
    return new Contents(byHash);
  }

  /** All of these together. */
  static Contents joined(List<Contents> parts) {
    Map<String, byte[]> all = new TreeMap<>();
    parts.forEach(part -> all.putAll(part.byHash));
    return new Contents(all);
  }

  /** The bytes of this hash, if they are here. */
  public Optional<byte[]> get(String hash) {
    return Optional.ofNullable(byHash.get(hash));
  }
}
