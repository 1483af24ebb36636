package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.audit.ChainVerdict.Broken;
import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.store.Database;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies the chain page by page, up to the end of the log at the start of the walk. */
final class ChainVerifier {

  private static final int PAGE = 5_000;

  private record End(@Nullable Head head, long last) {}

  private final Database database;
  private final ChainKeeper keeper;
  private @Nullable AuditKey key;
  private AuditKey.@Nullable Sealer sealer;
  private @Nullable AuditMark mark;
  private long position;
  private String hash = HashChain.START;

  ChainVerifier(Database database, ChainKeeper keeper) {
    this.database = database;
    this.keeper = keeper;
  }

  ChainVerdict run() {
    Head first = end().head;
    if (first != null) {
      keeper.requireSame(first);
    }
    if (first != null && first.store() != null) {
      // Before the end is read: the mark may move meanwhile.
      mark = keeper.files().mark(first.store()).orElse(null);
      key = keeper.require(first);
      sealer = key.sealer();
    }
    End end = end();
    Head head = end.head;
    if (head == null) {
      return new Broken(end.last, "the head row is missing; entries may have been cut off");
    }
    return broken(head, end.last)
        .<ChainVerdict>map(it -> it)
        .orElseGet(
            () ->
                new ChainVerdict.Sound(
                    head.position(),
                    hash,
                    key == null ? head.position() : key.after(),
                    mark != null));
  }

  private End end() {
    return database.read(
        transaction -> {
          EventRows rows = new EventRows(transaction);
          return new End(rows.head().orElse(null), rows.last());
        });
  }

  private Optional<Broken> broken(Head head, long last) {
    if (mark != null && sealer != null && !mark.isSealedBy(sealer)) {
      return Optional.of(
          new Broken(
              0,
              "%s was changed".formatted(keeper.files().markFile(String.valueOf(head.store())))));
    }
    Broken broken = walk(head.position());
    if (broken != null) {
      return Optional.of(broken);
    }
    long known = Math.max(mark == null ? 0 : mark.position(), key == null ? 0 : key.after());
    if (head.position() < known) {
      return Optional.of(
          new Broken(
              head.position() + 1,
              "entries %d to %d were cut off".formatted(head.position() + 1, known)));
    }
    if (last > head.position()) {
      return Optional.of(
          new Broken(
              head.position() + 1,
              "there are entries up to %d, but the head is at %d: they were added from outside"
                  .formatted(last, head.position())));
    }
    if (!hash.equals(head.hash())) {
      return Optional.of(
          new Broken(
              head.position(), "the hash of the last entry differs from the hash in the head row"));
    }
    return Optional.empty();
  }

  private @Nullable Broken walk(long end) {
    while (position < end) {
      int limit = (int) Math.min(PAGE, end - position);
      List<StoredEvent> page =
          database.read(
              transaction -> new EventRows(transaction).after(EventFilter.ALL, position, limit));
      if (page.isEmpty()) {
        return missing(position + 1, end);
      }
      for (StoredEvent event : page) {
        Broken broken = step(event, end);
        if (broken != null) {
          return broken;
        }
      }
    }
    return null;
  }

  private @Nullable Broken step(StoredEvent event, long end) {
    if (event.position() != position + 1) {
      return missing(position + 1, Math.min(event.position() - 1, end));
    }
    if (!HashChain.next(hash, event).equals(event.hash())) {
      return new Broken(
          event.position(),
          "entry %d was changed, or does not follow the entry before it"
              .formatted(event.position()));
    }
    position = event.position();
    hash = event.hash();
    if (key != null && sealer != null) {
      if (position > key.after() && !sealer.seal(hash).equals(event.seal())) {
        return new Broken(
            position, "entry %d is not sealed by the key of this log".formatted(position));
      }
      if (position == key.after() && !hash.equals(key.hash())) {
        return new Broken(
            1, "entries 1 to %d are not those that the key was made for".formatted(position));
      }
    }
    if (mark != null && position == mark.position() && !hash.equals(mark.hash())) {
      return new Broken(
          position, "entry %d is not the one that this home has seen there".formatted(position));
    }
    return null;
  }

  private static Broken missing(long first, long last) {
    return new Broken(
        first,
        first == last
            ? "entry %d is missing".formatted(first)
            : "entries %d to %d are missing".formatted(first, last));
  }
}
