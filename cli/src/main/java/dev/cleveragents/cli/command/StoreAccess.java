package dev.cleveragents.cli.command;

import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.Config;
import dev.cleveragents.runtime.settings.SettingKeys;
import dev.cleveragents.runtime.settings.StoreAddress;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.store.OpenWaitPolicy;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRecovery.Recovered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the store for one command and closes it after. It waits for a server that is restarting,
 * says so, and stops waiting when the command is interrupted. If no server answers, as with a
 * mistyped address, it waits only briefly, unless the command is a service.
 */
public final class StoreAccess {

  private static final Logger log = LoggerFactory.getLogger(StoreAccess.class);

  private StoreAccess() {}

  /** Uses the store, and creates it if there is none. */
  public static <T> T write(CommandContext context, Function<CleverAgents, T> use) {
    return with(context.settings().config(), patience(context).briefly(), settled(context, use));
  }

  /** The same for a command that may be started together with the server of the store. */
  public static <T> T serve(CommandContext context, Function<CleverAgents, T> use) {
    return with(context.settings().config(), patience(context), settled(context, use));
  }

  /** Uses the store of another home, and creates it if there is none. */
  public static <T> T inHome(Path home, CommandContext context, Function<CleverAgents, T> use) {
    return with(context.settings().config().inOtherHome(home), patience(context).briefly(), use);
  }

  /** Changes a store that must be there already. */
  public static <T> T change(CommandContext context, Function<CleverAgents, T> use) {
    StoreAddress address = context.settings().store();
    if (address.file().filter(Files::notExists).isPresent() && !readOr(context, _ -> true, false)) {
      throw new StoreException(
          StoreException.Kind.ABSENT,
          "There is no store yet at " + address + ". The first command that writes creates it",
          null);
    }
    return with(context.settings().config(), patience(context).briefly(), settled(context, use));
  }

  /** Uses an existing store without recovering interrupted applies. */
  public static <T> T withoutRecovery(CommandContext context, Function<CleverAgents, T> use) {
    return with(context.settings().config(), patience(context).briefly(), use);
  }

  /** Reads the store; creates, migrates and writes nothing. */
  public static <T> T read(CommandContext context, Function<CleverAgents, T> look) {
    return with(context.settings().config().forReading(), patience(context).briefly(), look);
  }

  /** Reads the store, or returns this value if there is no store yet. */
  public static <T> T readOr(CommandContext context, Function<CleverAgents, T> look, T ifAbsent) {
    try {
      return read(context, look);
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.ABSENT) {
        return ifAbsent;
      }
      throw e;
    }
  }

  /** Puts a new key of the audit log in force; the old one need not be there. */
  public static void renewAuditKey(CommandContext context) {
    CleverAgents.renewAuditKey(context.settings().config(), patience(context).briefly());
  }

  /** The first command that writes finishes or undoes the applies that crashes interrupted. */
  private static <T> Function<CleverAgents, T> settled(
      CommandContext context, Function<CleverAgents, T> use) {
    return agents -> {
      Recovered recovered = Interruptible.call(agents::recoverApplies);
      Dialogue say = context.dialogue();
      recovered
          .finished()
          .forEach(
              id -> say.say("finished the interrupted apply of plan " + DisplayText.shortId(id)));
      recovered
          .undone()
          .forEach(id -> say.say("undid the interrupted apply of plan " + DisplayText.shortId(id)));
      recovered
          .kept()
          .forEach(it -> say.say("kept your version of %s (%s)".formatted(it.path(), it.why())));
      recovered
          .problems()
          .forEach(
              (id, why) ->
                  say.say(
                      "could not recover the apply of plan %s: %s"
                          .formatted(DisplayText.shortId(id), onOneLine(why))));
      T answer = use.apply(agents);
      removeExpiredSandboxes(context, agents);
      return answer;
    };
  }

  /** Git gives its reasons in several lines. */
  private static String onOneLine(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** At most once an hour, because it looks into what it may not remove each time. */
  private static void removeExpiredSandboxes(CommandContext context, CleverAgents agents) {
    Path last = context.settings().home().value().resolve("sandboxes-checked");
    try {
      Instant now = Instant.now();
      if (Files.exists(last)
          && Files.getLastModifiedTime(last).toInstant().plus(Duration.ofHours(1)).isAfter(now)) {
        return;
      }
      Files.deleteIfExists(last);
      OwnerOnlyFiles.createFile(last);
      Interruptible.call(
          () ->
              agents
                  .sandboxService()
                  .removeExpired(
                      context.settings().values().get(SettingKeys.KEEP),
                      agents.now(),
                      context.interrupt()));
    } catch (IOException | OperationException | CancelledException e) {
      log.debug("Old sandboxes are left to the next command", e);
    }
  }

  private static <T> T with(Config config, OpenWaitPolicy patience, Function<CleverAgents, T> use) {
    try (CleverAgents agents = CleverAgents.open(config, patience)) {
      return use.apply(agents);
    }
  }

  private static OpenWaitPolicy patience(CommandContext context) {
    return OpenWaitPolicy.untilDeadline()
        .telling(context.dialogue()::say)
        .until(context.interrupt());
  }
}
