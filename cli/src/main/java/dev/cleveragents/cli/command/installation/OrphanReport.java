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
 * What crashes have left, for people and programs, and what became of it.
 *
 * @param atWork the workers that had something in hand just before: nothing of theirs counts as
 *     left
 */
record OrphanReport(List<Session> atWork, List<Orphan> strays) {

  static final OrphanReport NONE = new OrphanReport(List.of(), List.of());

  /** Looks and, where that is wanted, clears; without it, reads only. */
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
                "at work",
                "%s (process %d on %s)".formatted(session.worker(), session.pid(), session.host()),
                "its work was not checked; if it was killed a moment ago, run this again",
                Mark.NONE));
    if (strays.isEmpty()) {
      page.row(
          "left behind",
          atWork.isEmpty() ? "nothing" : "nothing besides what is in use",
          "",
          Mark.GOOD);
      return;
    }
    page.heading("Left behind");
    for (Orphan stray : strays) {
      page.row(
          "%s %s".formatted(word(stray.fate()), word(stray.kind())),
          stray.what(),
          stray.next() == null
              ? stray.why()
              : "%s; see: %s".formatted(stray.why(), NextCommand.of(stray.next())),
          stray.fate() == Fate.CLEARED ? Mark.GOOD : Mark.ATTENTION);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  List<Data> data() {
    return strays.stream()
        .map(
            stray ->
                Data.of("kind", stray.kind())
                    .with("what", stray.what())
                    .with("fate", stray.fate())
                    .with("why", stray.why())
                    .with("command", NextCommand.of(stray.next())))
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
    long toClear = strays.stream().filter(stray -> stray.fate() == Fate.TO_CLEAR).count();
    return toClear == 0
        ? List.of()
        : List.of(
            Message.warning(
                "%s can be removed: agents diagnostics --fix"
                    .formatted(CountedNoun.of(toClear, "leftover"))));
  }
}
