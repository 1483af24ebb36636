package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.AuditMark;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.OpenWaitPolicy;
import dev.cleveragents.store.connection.StoreException;
import java.util.Optional;

/**
 * An open database and its audit log. A database that the home has used before is never created
 * again: if it is missing, empty or another one, it is lost, and that is reported.
 */
record OpenedStore(Database database, AuditLog log) {

  /** What is done with the key of the log. */
  enum Key {
    /** The key in force must be here; a log without a key gets one. */
    REQUIRED,
    /** A new one is put in force. */
    RENEWED
  }

  static OpenedStore open(
      Config config, Key key, ThreadFactories threads, TimeSource time, OpenWaitPolicy patience) {
    ChainFiles files = config.chainFiles();
    Optional<AuditMark> known = files.marked();
    try {
      return open(config, key, database(config, known, threads, time, patience), files);
    } catch (StoreException e) {
      throw known.map(mark -> LostStore.explain(e, config, mark)).orElse(e);
    }
  }

  private static Database database(
      Config config,
      Optional<AuditMark> known,
      ThreadFactories threads,
      TimeSource time,
      OpenWaitPolicy patience) {
    DatabaseSettings settings = config.database();
    return Database.open(
        known.isPresent() && !config.readOnly() ? settings.existing() : settings,
        threads,
        time,
        patience);
  }

  private static OpenedStore open(Config config, Key key, Database database, ChainFiles files) {
    boolean opened = false;
    try {
      AuditLog log = new AuditLog(database, Redactor.standard(), files);
      if (config.readOnly()) {
        log.requireSame();
      } else if (key == Key.RENEWED) {
        log.renewKey();
      } else {
        log.attach();
      }
      opened = true;
      return new OpenedStore(database, log);
    } finally {
      if (!opened) {
        database.close();
      }
    }
  }
}
