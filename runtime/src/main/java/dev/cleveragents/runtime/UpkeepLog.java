package dev.cleveragents.runtime;

import dev.cleveragents.context.project.IndexNews;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the log what came of work that nobody waited for and that changes answers: weights that
 * were fitted, and failures. A log that cannot be written harms nobody.
 */
final class UpkeepLog {

  private static final Logger log = LoggerFactory.getLogger(UpkeepLog.class);

  private static final String FITTED = "index.fitted";
  private static final String FAILED = "index.failed";

  private final Database database;
  private final AuditLog events;

  UpkeepLog(Database database, AuditLog events) {
    this.database = database;
    this.events = events;
  }

  void tell(IndexNews news) {
    switch (news) {
      case IndexNews.WeightsFitted fitted ->
          append(
              Event.of(FITTED, "system")
                  .with("folder", fitted.root().toString())
                  .with("kept", fitted.fitted().kept())
                  .with("why", fitted.fitted().why()));
      case IndexNews.Failed failed ->
          append(
              Event.of(FAILED, "system")
                  .with("folder", failed.root().toString())
                  .with("why", failed.why())
                  .with("again_in_seconds", failed.again().toSeconds()));
      case IndexNews.Working _,
          IndexNews.TextIndexed _,
          IndexNews.SyntaxRead _,
          IndexNews.OnlyLooking _ -> {}
    }
  }

  private void append(Event event) {
    try {
      database.write(
          transaction -> {
            events.append(transaction, event);
            return true;
          });
    } catch (RuntimeException e) {
      log.warn("That an index was seen to was not logged: {}", event, e);
    }
  }
}
