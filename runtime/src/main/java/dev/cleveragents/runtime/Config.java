package dev.cleveragents.runtime;

import dev.cleveragents.engine.sandbox.CommandBounds;
import dev.cleveragents.engine.sandbox.SharedPaths;
import dev.cleveragents.store.DatabaseSettings;
import java.nio.file.Path;

/**
 * What CleverAgents is opened with.
 *
 * @param home where sandboxes are made
 * @param store where the store is
 * @param readOnly whether to look only: then nothing is made, migrated or written
 * @param bounds what commands of plans may write
 * @param context what agents are told of projects
 */
public record Config(
    Path home, StoreAddress store, boolean readOnly, CommandBounds bounds, ContextRules context) {

  /** Everything in this folder. */
  public static Config inHome(Path home) {
    return of(home, StoreAddress.ofFile(home.resolve(StoreAddress.DEFAULT_FILE)));
  }

  /** A store that is used, and made if need be. */
  public static Config of(Path home, StoreAddress store) {
    SharedPaths shared = SharedPaths.defaults(Path.of(System.getProperty("user.home")));
    return new Config(
        home,
        store,
        false,
        CommandBounds.of(CommandBounds.Mode.AUTO, shared, home),
        ContextRules.STANDARD);
  }

  /** The same, to look only. */
  public Config forReading() {
    return new Config(home, store, true, bounds, context);
  }

  /** The same with other bounds. */
  public Config with(CommandBounds others) {
    return new Config(home, store, readOnly, others, context);
  }

  /** The same where agents are told this. */
  public Config with(ContextRules other) {
    return new Config(home, store, readOnly, bounds, other);
  }

  DatabaseSettings database() {
    DatabaseSettings settings = DatabaseSettings.at(store.url());
    return readOnly ? settings.readOnly().withReaders(1) : settings;
  }
}
