package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.runtime.view.Mark;
import java.util.Locale;
import java.util.Map;

/** What a view does not see, for people and for programs. */
record HiddenFiles(Unseen unseen) {

  Data data() {
    Data files = Data.empty();
    for (Map.Entry<Reason, Integer> each : unseen.files().entrySet()) {
      files = files.with(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue());
    }
    return files;
  }

  /** One line, if there is anything to tell. */
  void row(Page.Builder page) {
    if (unseen.count() > 0) {
      page.row(
          "not seen",
          "%,d files: %s".formatted(unseen.count(), unseen),
          "view " + ViewOption.word(unseen.view()),
          Mark.NONE);
    }
  }
}
