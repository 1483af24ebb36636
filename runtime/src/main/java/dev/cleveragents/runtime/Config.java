package dev.cleveragents.runtime;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.runtime.settings.ContextRules;
import dev.cleveragents.runtime.settings.SettingKeys;
import dev.cleveragents.runtime.settings.SettingPaths;
import dev.cleveragents.runtime.settings.SettingValues;
import dev.cleveragents.runtime.settings.StoreAddress;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import java.nio.file.Path;

/**
 * The configuration that CleverAgents is opened with.
 *
 * @param home the folder of sandboxes and indexes
 * @param store the address of the store
 * @param readOnly if so, nothing is created, migrated or written
 * @param bounds the paths that commands of plans may write
 * @param plans how plans run and are applied
 * @param context the files of projects that agents may see
 * @param models how models are reached, and what plans may spend on them
 */
public record Config(
    Path home,
    StoreAddress store,
    boolean readOnly,
    CommandBounds bounds,
    PlanSettings plans,
    ContextRules context,
    ModelAccess models) {

  /**
   * How plans run and are applied.
   *
   * @param hooks whether the user's git hooks check what is applied
   * @param concurrency how many run at once; 0 for any number
   */
  public record PlanSettings(boolean hooks, int concurrency) {}

  /** The folder of the keys and marks of audit logs, in the home. */
  static final String AUDIT = "audit";

  /** Everything in this folder, with the default of every setting. */
  public static Config inHome(Path home) {
    Path userHome = Path.of(System.getProperty("user.home"));
    return of(SettingValues.defaults(new SettingPaths(home, userHome, home), SettingKeys.ALL));
  }

  /**
   * The configuration that the settings make.
   *
   * @throws IllegalArgumentException with the place and the reason if a value is invalid
   */
  public static Config of(SettingValues values) {
    Path home = values.paths().home();
    return new Config(
        home,
        values.get(SettingKeys.STORE),
        false,
        CommandBounds.of(values.get(SettingKeys.CONFINE), values.get(SettingKeys.WRITABLE), home),
        new PlanSettings(values.get(SettingKeys.HOOKS), values.get(SettingKeys.CONCURRENCY)),
        ContextRules.of(values),
        ModelAccess.of(values));
  }

  /** The same, read-only. */
  public Config forReading() {
    return new Config(home, store, true, bounds, plans, context, models);
  }

  /** The same in another home, with a store of its own there. */
  public Config inOtherHome(Path other) {
    Config there = inHome(other);
    return new Config(other, there.store(), false, there.bounds(), plans, context, models);
  }

  /** The files about the audit log of the store. */
  ChainFiles chainFiles() {
    return chainFiles(home, store);
  }

  static ChainFiles chainFiles(Path home, StoreAddress store) {
    return new ChainFiles(home.resolve(AUDIT), store.toString());
  }

  DatabaseSettings database() {
    DatabaseSettings settings = DatabaseSettings.at(store.url()).with(EngineTables.MIGRATIONS);
    return readOnly ? settings.readOnly().withReaders(1) : settings;
  }
}
