package dev.cleveragents.cli.command.house;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.engine.Folder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What keeps plans from files that are none of theirs, as it was found when it was tried.
 *
 * @param heldDirectories whether the tools' own reads and writes go by directories that are open,
 *     so that a link swapped in after a check leads nowhere
 */
record Protection(boolean heldDirectories) {

  static Protection look() {
    try (Folder folder = Folder.open(Path.of(System.getProperty("java.io.tmpdir")))) {
      return new Protection(folder.isHeld());
    } catch (IOException e) {
      return new Protection(false);
    }
  }

  void describe(Page.Builder page) {
    page.row(
        "file tools",
        "confined to the sandbox",
        heldDirectories
            ? "by directories that are held open"
            : "by checks of the path before each use; this system cannot hold directories open",
        Mark.GOOD);
    page.row(
        "commands",
        "not confined",
        "they run in the sandbox but as you, and may write wherever you may",
        Mark.ATTENTION);
  }

  Data data() {
    return Data.of("file_tools", heldDirectories ? "held_directories" : "checked_paths")
        .with("commands", "none");
  }
}
