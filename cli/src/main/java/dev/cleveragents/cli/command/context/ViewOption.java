package dev.cleveragents.cli.command.context;

import dev.cleveragents.context.View;
import picocli.CommandLine.Option;

/** Which view a command asks for. */
final class ViewOption {

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      converter = ViewConverter.class,
      description =
          "View whose include and exclude rules apply: default, strategize, execute (as "
              + "in plans) or apply.")
  View view = View.DEFAULT;
}
