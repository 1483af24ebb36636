package dev.cleveragents.engine.change;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Ids;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The exact bytes that entries name, each stored once, under its SHA-256. They are stored in the
 * unit that stores the first entry naming them, so an entry never names what is not there. What is
 * here never changes.
 */
public final class ContentStore {

  private final Database database;

  public ContentStore(Database database) {
    this.database = database;
  }

  /**
   * The bytes of this hash.
   *
   * @throws PlanException if what is stored there is not what the hash says
   */
  public Optional<byte[]> get(String hash) {
    Optional<byte[]> bytes =
        database.read(
            transaction ->
                transaction.first(
                    "SELECT bytes FROM contents WHERE hash = ?", row -> row.getBytes(1), hash));
    bytes.ifPresent(
        found -> {
          if (!Sha256.of(found).equals(hash)) {
            throw PlanException.failed(
                "The content %s in the store is damaged: its bytes have another hash"
                    .formatted(hash),
                null);
          }
        });
    return bytes;
  }

  /** Stores those of the named contents that are not stored yet. */
  static void keep(Transaction transaction, Collection<String> hashes, Contents contents) {
    // In the order of hashes: two processes that store the same do not wait for each other
    // crosswise.
    Set<String> missing = new TreeSet<>(hashes);
    missing.removeAll(stored(transaction, missing));
    List<@Nullable Object[]> rows = new ArrayList<>(missing.size());
    for (String hash : missing) {
      byte[] bytes =
          contents
              .get(hash)
              .orElseThrow(
                  () ->
                      PlanException.invalid(
                          "The content %s is neither stored nor given: hand it over with the change"
                              .formatted(hash)));
      rows.add(new @Nullable Object[] {hash, bytes});
    }
    transaction.batch(
        "INSERT INTO contents (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", rows);
  }

  private static Set<String> stored(Transaction transaction, Set<String> hashes) {
    return new HashSet<>(
        transaction.query(
            "SELECT hash FROM contents WHERE hash {ids}",
            row -> row.getString(1),
            new Ids(hashes.stream().toList())));
  }
}
