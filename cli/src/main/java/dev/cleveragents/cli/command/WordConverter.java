package dev.cleveragents.cli.command;

import dev.cleveragents.workspace.NameSuggestion;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads one of several words; the error for another word lists them all. */
public record WordConverter<T>(List<T> choices) implements ITypeConverter<T> {

  @Override
  public T convert(String word) {
    return choices.stream()
        .filter(choice -> choice.toString().equals(word))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException(refusal(word)));
  }

  private String refusal(String word) {
    List<String> words = choices.stream().map(Object::toString).toList();
    return "'%s' is not one of %s%s"
        .formatted(
            word,
            String.join(", ", words),
            NameSuggestion.to(word, words)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(""));
  }
}
