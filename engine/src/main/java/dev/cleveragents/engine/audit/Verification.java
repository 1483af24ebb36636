package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.store.Database;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One walk along the chain, page by page, up to where the log ended when it began. */
final class Verification {

  private static final int PAGE = 5_000;

  private record End(@Nullable Head head, long last) {}

  private final Database database;
  private long position;
  private String hash = Chain.START;

  Verification(Database database) {
    this.database = database;
  }

  Verdict run() {
    End end =
        database.read(
            transaction -> {
              EventRows rows = new EventRows(transaction);
              return new End(rows.head(), rows.last());
            });
    Head head = end.head;
    if (head == null) {
      return new Verdict.Broken(
          end.last, "the record of where the log ends is gone; entries may have been cut off");
    }
    Verdict.Broken broken = walk(head.position());
    if (broken != null) {
      return broken;
    }
    if (end.last > head.position()) {
      return new Verdict.Broken(
          head.position() + 1,
          "there are entries up to %d, but the log ends at %d: they were added from outside"
              .formatted(end.last, head.position()));
    }
    if (!hash.equals(head.hash())) {
      return new Verdict.Broken(
          head.position(), "the hash of the last entry is not the one that the log ends with");
    }
    return new Verdict.Sound(head.position(), hash);
  }

  private Verdict.@Nullable Broken walk(long end) {
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
        if (!Chain.next(hash, event).equals(event.hash())) {
          return new Verdict.Broken(
              event.position(),
              "entry %d is not as it was written, or does not follow the one before it"
                  .formatted(event.position()));
        }
        position = event.position();
        hash = event.hash();
      }
    }
    return null;
  }

  private static Verdict.Broken missing(long first, long last) {
    return new Verdict.Broken(
        first,
        first == last
            ? "entry %d is missing".formatted(first)
            : "entries %d to %d are missing".formatted(first, last));
  }
}
