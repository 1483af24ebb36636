package dev.cleveragents.context.pipeline;

/** A strategy that is asked, and the tokens it gets. */
record Share(Chosen chosen, int tokens) {

  String name() {
    return chosen.name();
  }
}
