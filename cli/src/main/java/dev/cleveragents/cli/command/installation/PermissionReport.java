package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.runtime.InstallationFiles;
import dev.cleveragents.runtime.InstallationFiles.Finding;
import dev.cleveragents.runtime.view.Mark;

/** Reports which of the installation's files other users could read, and whether they still can. */
record PermissionReport(InstallationFiles files) {

  static PermissionReport secure(Settings settings) {
    return new PermissionReport(
        InstallationFiles.secure(settings.home().value(), settings.store().file()));
  }

  void describe(Page.Builder page) {
    if (files.findings().isEmpty()) {
      page.row("permissions", "ok", "only you can read the installation's files", Mark.GOOD);
    }
    for (Finding finding : files.findings()) {
      String why = finding.why();
      page.row(
          "permissions",
          why == null ? "repaired" : "cannot be repaired",
          why == null
              ? "other users could read " + finding.path()
              : "other users can read %s: %s".formatted(finding.path(), why),
          why == null ? Mark.GOOD : Mark.ATTENTION);
    }
  }

  Data data() {
    return Data.of("state", files.state())
        .with(
            "paths",
            files.findings().stream()
                .map(it -> Data.of("path", it.path()).with("why", it.why()))
                .toList());
  }
}
