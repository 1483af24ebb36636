package dev.cleveragents.cli.command.house;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.engine.stray.Stray;
import dev.cleveragents.engine.stray.Stray.Fate;
import java.util.List;
import java.util.Locale;

/** What crashes have left, for people and programs, and what became of it. */
record StrayReport(List<Stray> strays) {

  static final StrayReport NONE = new StrayReport(List.of());

  /** Looks and, where that is wanted, clears; without it, reads only. */
  static StrayReport of(CommandContext context, boolean fix) {
    return fix
        ? Store.mend(
            context,
            agents ->
                new StrayReport(
                    Interruptible.call(() -> agents.strays().clear(context.interrupt()))))
        : Store.read(
            context,
            agents ->
                new StrayReport(
                    Interruptible.call(() -> agents.strays().look(context.interrupt()))));
  }

  void describe(Page.Builder page) {
    if (strays.isEmpty()) {
      page.row("left behind", "nothing", "", Mark.GOOD);
      return;
    }
    page.heading("Left behind");
    for (Stray stray : strays) {
      page.row(
          "%s %s".formatted(word(stray.fate()), word(stray.kind())),
          stray.what(),
          stray.command() == null
              ? stray.why()
              : "%s; see: %s".formatted(stray.why(), stray.command()),
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
                    .with("command", stray.command()))
        .toList();
  }

  List<Message> messages() {
    long toClear = strays.stream().filter(stray -> stray.fate() == Fate.TO_CLEAR).count();
    return toClear == 0
        ? List.of()
        : List.of(
            Message.warning(
                "%d thing%s left behind can be cleared: agents diagnostics --fix"
                    .formatted(toClear, toClear == 1 ? "" : "s")));
  }
}
