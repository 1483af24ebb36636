package dev.cleveragents.engine.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one argument of a tool, for its schema and for the check of its value. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface ToolArgument {

  /** One sentence for people and models. */
  String value();

  /** Whether a text is the relative path of a file. */
  boolean path() default false;

  /** Whether a text may be empty. */
  boolean mayBeEmpty() default false;

  /** How many characters a text may have. */
  int longest() default 2_000;

  /** The least value of a whole number. */
  int least() default 1;

  /** How many elements a list may have. */
  int most() default 100;

  /** The argument that this one replaces: a call gives exactly one of the two. */
  String insteadOf() default "";
}
