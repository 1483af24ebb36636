package dev.cleveragents.context;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the rules of a view keep out of an answer.
 *
 * @param view whose rules
 * @param files how many files of the project, by reason; reasons of none are not there
 */
public record Unseen(View view, Map<Reason, Integer> files) {

  /** Why a file is not seen. */
  public enum Reason {
    PROTECTED,
    EXCLUDED,
    NOT_INCLUDED,
    TOO_MANY_FILES,
    TOO_MANY_BYTES
  }

  /** Everything is seen. */
  public static final Unseen NOTHING = new Unseen(View.DEFAULT, Map.of());

  /** Takes a copy, in the order of the reasons. */
  public Unseen {
    Map<Reason, Integer> ordered = new EnumMap<>(Reason.class);
    ordered.putAll(files);
    files = Collections.unmodifiableMap(ordered);
  }

  /** How many files in all. */
  public int count() {
    return files.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The numbers with their reasons, for a person. */
  @Override
  public String toString() {
    return files.entrySet().stream()
        .map(each -> "%d %s".formatted(each.getValue(), words(each.getKey())))
        .collect(Collectors.joining(", "));
  }

  private static String words(Reason reason) {
    return switch (reason) {
      case PROTECTED, EXCLUDED, NOT_INCLUDED ->
          reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      case TOO_MANY_FILES -> "beyond the limit on files";
      case TOO_MANY_BYTES -> "beyond the limit on bytes";
    };
  }
}
