package dev.cleveragents.runtime.settings;

import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The table of settings. Loading, {@code agents config get/set/list} and
 * docs/reference/configuration.md follow it: a new setting is a key here and its use. Settings of
 * the context pipeline are in {@link ContextKeys}; a front end, such as the command line, may add
 * keys of its own.
 */
public final class SettingKeys {

  /** The address of the store of plans and jobs. */
  public static final SettingKey<StoreAddress> STORE =
      SettingKey.text(
              "store.url",
              StoreAddress.ofFile(StoreAddress.DEFAULT_FILE).url(),
              (text, paths) -> new StoreAddress(text).in(paths.home()),
              "JDBC address of the store of plans and jobs")
          .withVariable()
          .withSecrets();

  /** Whether commands of plans are confined. */
  public static final SettingKey<CommandBounds.Mode> CONFINE =
      SettingKey.text(
          "sandbox.confine",
          "auto",
          (text, _) -> mode(text),
          "Whether commands of plans are confined to their sandboxes: " + modes());

  /** Paths outside its sandbox that a confined command may write. */
  public static final SettingKey<SharedPaths> WRITABLE =
      SettingKey.text(
          "sandbox.writable",
          SharedPaths.DEFAULT,
          (text, paths) -> SharedPaths.parse(text, paths.userHome()),
          "Paths outside the sandbox that confined commands may write");

  /** All keys, in the order of the reference page. */
  public static final List<SettingKey<?>> ALL =
      Stream.concat(Stream.<SettingKey<?>>of(STORE, CONFINE, WRITABLE), ContextKeys.ALL.stream())
          .toList();

  private SettingKeys() {}

  private static String modes() {
    return String.join(
        ", ",
        Arrays.stream(CommandBounds.Mode.values())
            .map(it -> it.name().toLowerCase(Locale.ROOT))
            .toList());
  }

  private static CommandBounds.Mode mode(String word) {
    return Arrays.stream(CommandBounds.Mode.values())
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("'%s' is not one of %s".formatted(word, modes())));
  }
}
