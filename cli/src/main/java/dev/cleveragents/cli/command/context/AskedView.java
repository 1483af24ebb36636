package dev.cleveragents.cli.command.context;

import dev.cleveragents.context.View;
import picocli.CommandLine.Option;

/** Which view a command asks for. */
final class AskedView {

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      converter = ViewWord.class,
      description = "Whose rules count: default, strategize, execute (as in plans) or apply.")
  View view = View.DEFAULT;
}
