package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.NextCommand;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.QueueStatus.Session;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.Orphan.Fate;
import java.util.List;
import java.util.Locale;

/**
 * Shows what crashes left, and what was removed, to users and programs.
 *
 * @param atWork the workers that were running jobs just before: nothing of theirs counts as left
 */
record OrphanReport(List<Session> atWork, List<Orphan> orphans) {

  static final OrphanReport NONE = new OrphanReport(List.of(), List.of());

  /** Finds leftovers and, with {@code fix}, removes what is safe to remove; else reads only. */
  static OrphanReport of(CommandContext context, boolean fix) {
    return fix
        ? StoreAccess.withoutRecovery(
            context,
            agents ->
                new OrphanReport(
                    atWork(agents),
                    Interruptible.call(() -> agents.crashRecovery().clear(context.interrupt()))))
        : StoreAccess.read(
            context,
            agents ->
                new OrphanReport(
                    atWork(agents),
                    Interruptible.call(() -> agents.crashRecovery().look(context.interrupt()))));
  }

  private static List<Session> atWork(CleverAgents agents) {
    return agents.jobs().status().sessions().stream()
        .filter(session -> !session.gone() && session.running() > 0)
        .toList();
  }

  void describe(Page.Builder page) {
    atWork.forEach(
        session ->
            page.row(
                "active workers",
                "%s (process %d on %s)".formatted(session.worker(), session.pid(), session.host()),
                "worker is alive, sandboxes not examined. If it was just killed, run this command again.",
                Mark.NONE));
    if (orphans.isEmpty()) {
      page.row(
          "left behind",
          atWork.isEmpty() ? "no leftovers" : "no leftovers besides what is in use",
          "",
          Mark.GOOD);
      return;
    }
    page.heading("Left behind");
    for (Orphan orphan : orphans) {
      page.row(
          "%s %s".formatted(word(orphan.fate()), word(orphan.kind())),
          orphan.what(),
          orphan.next() == null
              ? orphan.why()
              : "%s; see: %s".formatted(orphan.why(), NextCommand.of(orphan.next())),
          orphan.fate() == Fate.CLEARED ? Mark.GOOD : Mark.ATTENTION);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  List<Data> data() {
    return orphans.stream()
        .map(
            orphan ->
                Data.of("kind", orphan.kind())
                    .with("what", orphan.what())
                    .with("fate", orphan.fate())
                    .with("why", orphan.why())
                    .with("command", NextCommand.of(orphan.next())))
        .toList();
  }

  List<Data> workers() {
    return atWork.stream()
        .map(
            session ->
                Data.of("worker", session.worker())
                    .with("pid", session.pid())
                    .with("host", session.host())
                    .with("running", session.running()))
        .toList();
  }

  List<Message> messages() {
    long toClear = orphans.stream().filter(orphan -> orphan.fate() == Fate.TO_CLEAR).count();
    return toClear == 0
        ? List.of()
        : List.of(
            Message.warning(
                "%s can be removed: agents diagnostics --fix"
                    .formatted(CountedNoun.of(toClear, "leftover"))));
  }
}
