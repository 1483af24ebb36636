package dev.cleveragents.cli.command;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a thing, and says why where it can be none. */
public final class NameConverter implements ITypeConverter<Name> {

  /** Stands where picocli puts the name that was given. */
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
