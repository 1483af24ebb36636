package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.runtime.view.Mark;
import java.util.Locale;
import java.util.Map;

/** Shows the files that a view excludes to users and programs. */
record HiddenFiles(Unseen unseen) {

  Data data() {
    Data files = Data.empty();
    for (Map.Entry<Reason, Integer> each : unseen.files().entrySet()) {
      files = files.with(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue());
    }
    return files;
  }

  /** One line, if the view excludes any file. */
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
