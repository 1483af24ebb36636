package dev.cleveragents.engine.audit;

import dev.cleveragents.workspace.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last entry of a log that a home has seen, and where the database was.
 *
 * @param store the id of the database
 * @param address its address, without secrets
 * @param seal over the rest, under the key of the log
 */
public record AuditMark(String store, String address, long position, String hash, String seal) {

  static AuditMark sealed(
      String store, String address, EventRows.Head last, AuditKey.Sealer sealer) {
    AuditMark mark = new AuditMark(store, address, last.position(), last.hash(), "");
    return new AuditMark(store, address, mark.position, mark.hash, sealer.seal(mark.sealedText()));
  }

  /**
   * The mark with this text.
   *
   * @throws IllegalArgumentException if it is none
   */
  static AuditMark parse(String text) {
    Map<String, @Nullable Object> members = Json.readObject(text);
    if (members.get("store") instanceof String store
        && members.get("address") instanceof String address
        && members.get("position") instanceof Number position
        && members.get("hash") instanceof String hash
        && members.get("seal") instanceof String seal) {
      return new AuditMark(store, address, position.longValue(), hash, seal);
    }
    throw new IllegalArgumentException("it holds no mark");
  }

  String text() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("store", store);
    members.put("address", address);
    members.put("position", position);
    members.put("hash", hash);
    members.put("seal", seal);
    return Json.write(members) + "\n";
  }

  boolean isSealedBy(AuditKey.Sealer sealer) {
    return seal.equals(sealer.seal(sealedText()));
  }

  private String sealedText() {
    return String.join("\n", "mark", store, address, Long.toString(position), hash);
  }
}
