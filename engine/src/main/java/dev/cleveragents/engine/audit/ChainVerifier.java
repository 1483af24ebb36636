package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.store.Database;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies the chain page by page, up to the end of the log at the start of the walk. */
final class ChainVerifier {

  private static final int PAGE = 5_000;

  private record End(@Nullable Head head, long last) {}

  private final Database database;
  private long position;
  private String hash = HashChain.START;

  ChainVerifier(Database database) {
    this.database = database;
  }

  ChainVerdict run() {
    End end =
        database.read(
            transaction -> {
              EventRows rows = new EventRows(transaction);
              return new End(rows.head(), rows.last());
            });
    Head head = end.head;
    if (head == null) {
      return new ChainVerdict.Broken(
          end.last, "the head row is missing; entries may have been cut off");
    }
    ChainVerdict.Broken broken = walk(head.position());
    if (broken != null) {
      return broken;
    }
    if (end.last > head.position()) {
      return new ChainVerdict.Broken(
          head.position() + 1,
          "there are entries up to %d, but the head is at %d: they were added from outside"
              .formatted(end.last, head.position()));
    }
    if (!hash.equals(head.hash())) {
      return new ChainVerdict.Broken(
          head.position(), "the hash of the last entry differs from the hash in the head row");
    }
    return new ChainVerdict.Sound(head.position(), hash);
  }

  private ChainVerdict.@Nullable Broken walk(long end) {
    while (position < end) {
      int limit = (int) Math.min(PAGE, end - position);
      List<StoredEvent> page =
          database.read(
              transaction -> new EventRows(transaction).after(EventFilter.ALL, position, limit));
      if (page.isEmpty()) {
        return missing(position + 1, end);
      }
      for (StoredEvent event : page) {
        if (event.position() != position + 1) {
          return missing(position + 1, Math.min(event.position() - 1, end));
        }
        if (!HashChain.next(hash, event).equals(event.hash())) {
          return new ChainVerdict.Broken(
              event.position(),
              "entry %d was changed, or does not follow the entry before it"
                  .formatted(event.position()));
        }
        position = event.position();
        hash = event.hash();
      }
    }
    return null;
  }

  private static ChainVerdict.Broken missing(long first, long last) {
    return new ChainVerdict.Broken(
        first,
        first == last
            ? "entry %d is missing".formatted(first)
            : "entries %d to %d are missing".formatted(first, last));
  }
}
