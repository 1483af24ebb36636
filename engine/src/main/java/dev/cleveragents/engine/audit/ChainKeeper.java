package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the key and the mark of a log.
 *
 * <ul>
 *   <li>A key is made once, by the process that first stores its id in the head row.
 *   <li>The mark only moves forward, to committed entries, and only while the entry that it names
 *       is in the log. An end that was cut off therefore stays visible, whatever is appended.
 *   <li>The lock of the head row guards the mark, over all processes.
 * </ul>
 */
final class ChainKeeper {

  private static final Logger log = LoggerFactory.getLogger(ChainKeeper.class);

  /** How far the mark may be behind while events are appended. */
  private static final Duration MARK_EVERY = Duration.ofSeconds(1);

  private final ChainFiles files;
  private volatile @Nullable AuditKey key;
  private volatile long markedAt = System.nanoTime();
  private volatile boolean isBehind;

  ChainKeeper(ChainFiles files) {
    this.files = files;
  }

  ChainFiles files() {
    return files;
  }

  /**
   * Makes the key of a log that has none, and checks that this home has the key of one that has.
   *
   * @return whether this home sees the log of another home for the first time
   * @throws StoreException if the home knows another database at this address
   * @throws OperationException if the key is not here
   */
  boolean attach(Database database) {
    while (true) {
      Head head = head(database);
      requireSame(head);
      String store = head.store();
      if (store == null) {
        AuditKey fresh =
            AuditKey.random(UlidGenerator.system().next().toString(), head.position(), head.hash());
        if (put(database, head, fresh)) {
          return false;
        }
        files.discard(fresh);
      } else {
        key = require(head);
        Optional<AuditMark> mark = files.mark(store);
        isBehind =
            mark.filter(
                    it -> it.address().equals(files.address()) && it.position() == head.position())
                .isEmpty();
        return mark.isEmpty();
      }
    }
  }

  /** Puts a new key in force from the end of the log on; entries before it lose their seal. */
  void renew(Database database) {
    Head head = head(database);
    requireSame(head);
    String store = head.store() == null ? UlidGenerator.system().next().toString() : head.store();
    if (!put(database, head, AuditKey.random(store, head.position(), head.hash()))) {
      throw OperationException.conflict(
          "Another process has appended to the log meanwhile; stop it and repeat the command",
          null);
    }
  }

  /** Writes the file of the key first: the log is never without it. */
  private boolean put(Database database, Head head, AuditKey fresh) {
    files.write(fresh);
    if (!database.write(transaction -> new EventRows(transaction).setKey(head, fresh))) {
      return false;
    }
    key = fresh;
    files.write(AuditMark.sealed(fresh.store(), files.address(), head, fresh.sealer()));
    return true;
  }

  /** Refuses a database that is not the one which this home has used at its address. */
  void requireSame(Head head) {
    Optional<AuditMark> known = files.marked();
    if (known.isPresent() && !known.get().store().equals(head.store())) {
      throw new StoreException(
          StoreException.Kind.LOST,
          "The database at %s is not the one that this home has used there, whose log had %d events"
              .formatted(files.address(), known.get().position()),
          null);
    }
  }

  /**
   * Seals entries after this head; null if the log has no key.
   *
   * @throws StoreException if the key in force is not here, so that no second chain begins
   */
  AuditKey.@Nullable Sealer sealer(Head head) {
    AuditKey known = key;
    if (head.keyId() == null && known == null) {
      return null;
    }
    if (known == null || !known.id().equals(head.keyId())) {
      try {
        known = require(head);
      } catch (OperationException e) {
        throw new StoreException(StoreException.Kind.FAILED, String.valueOf(e.getMessage()), e);
      }
      key = known;
    }
    return known.sealer();
  }

  /** The key in force. */
  AuditKey require(Head head) {
    String store = String.valueOf(head.store());
    Optional<AuditKey> here = files.key(store);
    if (here.isPresent() && here.get().id().equals(head.keyId())) {
      return here.get();
    }
    throw new OperationException(
        Kind.CONFLICT,
        "The audit log of %s is sealed with the key %s, and this home %s"
            .formatted(
                files.address(),
                head.keyId(),
                here.map(it -> "has another one (" + it.id() + ")").orElse("does not have it")),
        "Copy %s from a home that has used this database. If the key is lost, begin with a new one"
            .formatted(files.keyFile(store)),
        NextAction.of(Verb.RENEW_AUDIT_KEY));
  }

  /** Before entries are appended to this committed head, whose row is locked. */
  void appending(EventRows rows, Head committed) {
    isBehind = true;
    if (System.nanoTime() - markedAt >= MARK_EVERY.toNanos()) {
      mark(rows, committed);
    }
  }

  /** Moves the mark to the end of the log, if this process has appended or found it behind. */
  void markEnd(Database database) {
    if (key != null && isBehind) {
      database.write(
          transaction -> {
            EventRows rows = new EventRows(transaction);
            mark(rows, rows.lockHead());
            return true;
          });
    }
  }

  private void mark(EventRows rows, Head head) {
    AuditKey known = key;
    if (known == null || !known.id().equals(head.keyId())) {
      return;
    }
    markedAt = System.nanoTime();
    try {
      Optional<AuditMark> old = files.mark(known.store());
      AuditKey.Sealer sealer = known.sealer();
      if (old.isEmpty() || (old.get().isSealedBy(sealer) && follows(rows, old.get(), head))) {
        files.write(AuditMark.sealed(known.store(), files.address(), head, sealer));
        isBehind = false;
      }
    } catch (OperationException e) {
      log.warn("The mark of the audit log was not moved: {}", e.getMessage());
    }
  }

  /** Whether the marked entry is in the log that ends with this head. */
  private static boolean follows(EventRows rows, AuditMark mark, Head head) {
    return mark.position() <= head.position()
        && (mark.position() == 0
            || rows.hashAt(mark.position()).filter(mark.hash()::equals).isPresent());
  }

  private static Head head(Database database) {
    return database
        .read(transaction -> new EventRows(transaction).head())
        .orElseThrow(EventRows::headGone);
  }
}
