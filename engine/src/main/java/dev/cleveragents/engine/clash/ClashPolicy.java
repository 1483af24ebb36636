package dev.cleveragents.engine.clash;

import java.util.Locale;

/** What a plan does when its merged files fail a required check. */
public enum ClashPolicy {
  /** It fails, and its error names the subplans that clash. */
  STOP,
  /** The largest set of subplans that was found to pass becomes the result. */
  LAND_GREEN,
  /** An actor repairs the merged files. */
  REPAIR;

  /** The form in options and stored plans. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy of this form. */
  public static ClashPolicy of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
