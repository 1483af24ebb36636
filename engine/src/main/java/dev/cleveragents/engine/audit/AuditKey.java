package dev.cleveragents.engine.audit;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key of the log of one database, and the place in the log from which it is used: entries up to
 * there have no seal, and the hash of the last of them is known here. Immutable.
 */
final class AuditKey {

  private static final int BYTES = 32;
  private static final int SHOWN_OF_ID = 16;
  private static final String ALGORITHM = "HmacSHA256";
  private static final String ABOUT = "The key of an audit log of CleverAgents. Keep it secret.";

  private final byte[] secret;
  private final String store;
  private final long after;
  private final String hash;

  private AuditKey(byte[] secret, String store, long after, String hash) {
    this.secret = secret;
    this.store = store;
    this.after = after;
    this.hash = hash;
  }

  /** A new key, for the entries after this position. */
  static AuditKey random(String store, long after, String hash) {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return new AuditKey(secret, store, after, hash);
  }

  /**
   * The key with this text.
   *
   * @throws IllegalArgumentException if it is none
   */
  static AuditKey parse(String text) {
    Map<String, @Nullable Object> members = Json.readObject(text);
    if (members.get("secret") instanceof String secret
        && members.get("store") instanceof String store
        && members.get("after") instanceof Number after
        && members.get("hash") instanceof String hash) {
      return new AuditKey(HexFormat.of().parseHex(secret), store, after.longValue(), hash);
    }
    throw new IllegalArgumentException("it holds no key");
  }

  /** The text of its file. */
  String text() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("about", ABOUT);
    members.put("store", store);
    members.put("after", after);
    members.put("hash", hash);
    members.put("secret", HexFormat.of().formatHex(secret));
    return Json.write(members) + "\n";
  }

  /** A name of the secret that does not reveal it. */
  String id() {
    return sealer().seal("id").substring(0, SHOWN_OF_ID);
  }

  /** The database whose log it seals. */
  String store() {
    return store;
  }

  /** The position of the last entry without a seal. */
  long after() {
    return after;
  }

  /** The hash of that entry when the key was made. */
  String hash() {
    return hash;
  }

  /** Seals with this key; for one thread. */
  Sealer sealer() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return text -> Sha256.hex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has " + ALGORITHM, e);
    }
  }

  /** Computes a seal, which only a holder of the key can. */
  @FunctionalInterface
  interface Sealer {
    String seal(String text);
  }
}
