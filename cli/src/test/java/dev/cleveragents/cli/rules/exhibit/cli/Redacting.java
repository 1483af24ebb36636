package dev.cleveragents.cli.rules.exhibit.cli;

import dev.cleveragents.engine.audit.Redactor;

/** Removes secrets in a front end. */
public final class Redacting {

  private Redacting() {}

  static String itself(String text) {
    return Redactor.standard().redact(text);
  }
}
