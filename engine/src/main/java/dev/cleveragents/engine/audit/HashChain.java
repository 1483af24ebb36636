package dev.cleveragents.engine.audit;

import dev.cleveragents.workspace.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Computes the hash that binds an entry to the previous one: SHA-256 over the previous hash, the
 * position and every column. Each is prefixed with its length, so that two different entries never
 * give the same bytes.
 */
final class HashChain {

  /** The hash before the first entry. */
  static final String START = "";

  private HashChain() {}

  static String next(String previous, StoredEvent event) {
    MessageDigest digest = Sha256.digest();
    add(digest, previous);
    add(digest, Long.toString(event.position()));
    add(digest, event.type());
    add(digest, event.planId());
    add(digest, event.jobId());
    add(digest, event.actor());
    add(digest, event.correlation());
    add(digest, Long.toString(event.at()));
    add(digest, event.data());
    return Sha256.hex(digest.digest());
  }

  private static void add(MessageDigest digest, @Nullable String field) {
    if (field == null) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(-1).array());
      return;
    }
    byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }
}
