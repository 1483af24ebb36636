package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.IndexStatus;
import dev.cleveragents.context.index.SkipReason;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.runtime.view.Mark;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Shows the content of an index to users and programs. */
final class IndexView {

  private final ProjectContext folder;
  private final IndexStatus status;

  IndexView(ProjectContext folder) throws IOException {
    this.folder = folder;
    this.status = folder.status();
  }

  Data data() {
    Data skipped = Data.empty();
    for (Map.Entry<String, Integer> each : skipped().entrySet()) {
      skipped = skipped.with(each.getKey(), each.getValue());
    }
    return Data.of("root", folder.root())
        .with("generation", status.generation())
        .with("tree", status.tree())
        .with("files", status.files())
        .with("chunks", status.chunks())
        .with("bytes", status.bytes())
        .with("syntax_read", status.syntax().read())
        .with("by_syntax", status.syntax().bySyntax())
        .with("skipped", skipped)
        .with("unseen", unseen())
        .with("bytes_on_disk", status.bytesOnDisk())
        .with("unfinished", status.unfinished())
        .with("trouble", status.trouble().orElse(null));
  }

  Page page() {
    Page.Builder page = Page.builder();
    page.oneLine("folder", folder.root().toString(), "", Mark.NONE);
    page.row("generation", Long.toString(status.generation()), status.tree(), Mark.NONE);
    page.row(
        "files",
        "%,d in %,d pieces, %,d bytes".formatted(status.files(), status.chunks(), status.bytes()));
    page.row(
        "syntax",
        "%,d of %,d files read, %,d by a parser"
            .formatted(status.syntax().read(), status.syntax().files(), status.syntax().bySyntax()),
        "",
        status.syntax().share() < 1 ? Mark.ATTENTION : Mark.NONE);
    skipped().forEach((why, count) -> page.row("skipped", "%,d %s".formatted(count, why)));
    if (status.skipped().containsKey(SkipReason.ABSENT)) {
      page.row(
          "absent",
          "this clone has not downloaded them; 'git sparse-checkout add FOLDER' does",
          "",
          Mark.ATTENTION);
    }
    for (View view : View.values()) {
      new HiddenFiles(folder.unseen(view)).row(page);
    }
    page.row("on disk", "%,d bytes".formatted(status.bytesOnDisk()));
    if (status.unfinished()) {
      page.row("incomplete", "the last update was interrupted and will resume", "", Mark.ATTENTION);
    }
    status.trouble().ifPresent(why -> page.oneLine("problem", why, "", Mark.ATTENTION));
    return page.build();
  }

  /** The files that the rules of each view exclude; the index holds them all the same. */
  private Data unseen() {
    Data unseen = Data.empty();
    for (View view : View.values()) {
      unseen = unseen.with(ViewOption.word(view), new HiddenFiles(folder.unseen(view)).data());
    }
    return unseen;
  }

  private Map<String, Integer> skipped() {
    Map<String, Integer> named = new TreeMap<>();
    status.skipped().forEach((why, count) -> named.put(why.name().toLowerCase(Locale.ROOT), count));
    return named;
  }
}
