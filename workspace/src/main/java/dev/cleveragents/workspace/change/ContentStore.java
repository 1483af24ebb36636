package dev.cleveragents.workspace.change;

import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The exact bytes that entries name, each stored once, under its SHA-256. They are stored in the
 * unit that stores the first entry naming them, so an entry never names what is not there. What is
 * here never changes.
 */
public final class ContentStore {

  private static final int ASK_FROM = 16 * 1024;

  private static final Transaction.Last<Content> CONTENTS = ContentStore::insertAll;

  private final Database database;

  public ContentStore(Database database) {
    this.database = database;
  }

  /**
   * The bytes of this hash.
   *
   * @throws OperationException if what is stored there is not what the hash says
   */
  public Optional<byte[]> get(String hash) {
    Optional<byte[]> bytes =
        database.read(
            transaction ->
                transaction.first(
                    "SELECT bytes FROM changeset_contents WHERE hash = ?",
                    RowMapper.of(byte[].class),
                    hash));
    bytes.ifPresent(
        found -> {
          if (!Sha256.of(found).equals(hash)) {
            throw OperationException.failed(
                "The content %s in the store is damaged: its bytes do not match that hash"
                    .formatted(hash),
                null);
          }
        });
    return bytes;
  }

  /**
   * Stores those of the named contents that are not stored yet, with the others of the transaction,
   * in one message at its end.
   */
  static void keep(Transaction transaction, Collection<String> hashes, ChangeContents contents) {
    Set<String> missing = new TreeSet<>(hashes);
    if (!isSmall(missing, contents)) {
      missing.removeAll(stored(transaction, missing));
    }
    for (String hash : missing) {
      byte[] bytes =
          contents
              .get(hash)
              .orElseThrow(
                  () ->
                      OperationException.invalid(
                          "The content %s is neither stored nor given: hand it over with the change"
                              .formatted(hash)));
      transaction.leaveToLast(CONTENTS, new Content(hash, bytes));
    }
  }

  /** Whether all are given and it costs less to send them than to ask which are stored. */
  private static boolean isSmall(Set<String> hashes, ChangeContents contents) {
    long bytes = 0;
    for (String hash : hashes) {
      bytes += contents.get(hash).map(it -> it.length).orElse(ASK_FROM);
    }
    return bytes < ASK_FROM;
  }

  private static void insertAll(Transaction transaction, List<Content> contents) {
    // In the order of hashes: two processes that store the same do not wait for each other
    // crosswise.
    Map<String, byte[]> sorted = new TreeMap<>();
    contents.forEach(content -> sorted.put(content.hash(), content.bytes()));
    List<@Nullable Object[]> rows = new ArrayList<>(sorted.size());
    sorted.forEach((hash, bytes) -> rows.add(new @Nullable Object[] {hash, bytes}));
    transaction.batch(
        "INSERT INTO changeset_contents (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", rows);
  }

  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  private record Content(String hash, byte[] bytes) {}

  private static Set<String> stored(Transaction transaction, Set<String> hashes) {
    return new HashSet<>(
        transaction.query(
            "SELECT hash FROM changeset_contents WHERE hash {ids}",
            RowMapper.of(String.class),
            new IdList(hashes.stream().toList())));
  }
}
