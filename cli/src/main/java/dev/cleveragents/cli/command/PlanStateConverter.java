package dev.cleveragents.cli.command;

import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.view.DisplayText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Reads states of plans in lower case. */
public final class PlanStateConverter implements ITypeConverter<PlanState> {

  private static final List<String> WORDS =
      Arrays.stream(PlanState.values()).map(DisplayText::word).toList();

  @Override
  public PlanState convert(String word) {
    return PlanState.valueOf(new WordConverter<>(WORDS).convert(word).toUpperCase(Locale.ROOT));
  }
}
