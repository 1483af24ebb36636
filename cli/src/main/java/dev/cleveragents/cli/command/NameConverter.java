package dev.cleveragents.cli.command;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a name; the error says why a text is not one. */
public final class NameConverter implements ITypeConverter<Name> {

  /** A placeholder until picocli sets the given name. */
  public static final Name NONE = Name.of("none");

  @Override
  public Name convert(String word) {
    try {
      return Name.of(word);
    } catch (OperationException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
