package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.WordConverter;
import dev.cleveragents.context.View;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Reads a view, written in small letters. */
final class ViewConverter implements ITypeConverter<View> {

  private static final List<String> WORDS =
      Arrays.stream(View.values()).map(ViewConverter::of).toList();

  static String of(View view) {
    return view.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public View convert(String word) {
    return View.valueOf(new WordConverter<>(WORDS).convert(word).toUpperCase(Locale.ROOT));
  }
}
