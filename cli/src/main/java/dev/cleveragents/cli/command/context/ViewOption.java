package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.WordConverter;
import dev.cleveragents.context.View;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The option that chooses a view; views are written in lower case. */
final class ViewOption {

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      converter = Converter.class,
      description =
          "View whose include and exclude rules apply: default, strategize, execute (as "
              + "in plans) or apply.")
  View view = View.DEFAULT;

  /** The view as it is written on the command line and in answers. */
  static String word(View view) {
    return view.name().toLowerCase(Locale.ROOT);
  }

  /** Reads a view; an unknown one is refused with the list of views. */
  static final class Converter implements ITypeConverter<View> {

    private static final List<String> WORDS =
        Arrays.stream(View.values()).map(ViewOption::word).toList();

    @Override
    public View convert(String word) {
      return View.valueOf(new WordConverter<>(WORDS).convert(word).toUpperCase(Locale.ROOT));
    }
  }
}
