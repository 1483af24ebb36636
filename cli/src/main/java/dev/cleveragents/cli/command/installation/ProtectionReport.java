package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.exec.Confinement;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.files.OpenDirectory;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Shows how plans are kept from files outside their sandboxes, as a trial on this machine found.
 *
 * @param heldDirectories whether the file tools work through open directory handles, so that a link
 *     swapped in after a check has no effect
 * @param mode whether commands are to be confined
 * @param commands how commands are confined
 */
record ProtectionReport(boolean heldDirectories, CommandBounds.Mode mode, Confinement commands) {

  static ProtectionReport look(CommandContext context) {
    CommandBounds bounds = context.settings().config().bounds();
    return new ProtectionReport(
        holdsDirectories(),
        bounds.mode(),
        bounds.mode() == CommandBounds.Mode.OFF
            ? Confinement.none("switched off by sandbox.confine")
            : Interruptible.call(bounds.machine()::confinement));
  }

  private static boolean holdsDirectories() {
    try (OpenDirectory folder = OpenDirectory.open(Path.of(System.getProperty("java.io.tmpdir")))) {
      return folder.isHeld();
    } catch (IOException e) {
      return false;
    }
  }

  void describe(Page.Builder page) {
    page.row(
        "file tools",
        "confined to the sandbox",
        heldDirectories
            ? "through open directory handles"
            : "by path checks before each use; this system has no directory handles",
        Mark.GOOD);
    if (commands.kind() != Confinement.Kind.NONE) {
      page.row(
          "commands",
          "confined to the sandbox",
          commands.remark() + "; also writable: paths in sandbox.writable",
          Mark.GOOD);
      describeProcesses(page);
      describeNetwork(page);
    } else if (mode == CommandBounds.Mode.REQUIRE) {
      page.row("commands", "not run", commands.remark(), Mark.ATTENTION);
    } else {
      page.row(
          "commands",
          "not confined",
          "Commands run unconfined with your permissions and can write outside the sandbox: "
              + commands.remark(),
          Mark.ATTENTION);
    }
  }

  private void describeProcesses(Page.Builder page) {
    if (isKept(Isolation.PROCESSES)) {
      page.row(
          "processes",
          "separate",
          "a command sees and signals only its own, and they all end with it",
          Mark.GOOD);
    } else {
      page.row(
          "processes",
          "not separate",
          "commands see and can signal your processes; a daemon may outlive its command",
          Mark.ATTENTION);
    }
  }

  private void describeNetwork(Page.Builder page) {
    if (isKept(Isolation.NETWORK)) {
      page.row(
          "network",
          "by profile",
          "on for commands that you wrote, off for those of models (use_network)",
          Mark.GOOD);
    } else {
      page.row(
          "network",
          "always on",
          "commands cannot be run without it here; install bubblewrap, or ip of iproute2",
          Mark.ATTENTION);
    }
  }

  private boolean isKept(Isolation wanted) {
    return commands.isolation().filter(found -> found.compareTo(wanted) >= 0).isPresent();
  }

  Data data() {
    return Data.of("file_tools", heldDirectories ? "held_directories" : "checked_paths")
        .with("commands", commands.kind())
        .with("commands_remark", commands.remark())
        .with("processes", isKept(Isolation.PROCESSES) ? "separate" : "shared")
        .with("network", isKept(Isolation.NETWORK) ? "by_profile" : "always_on");
  }
}
