package dev.cleveragents.engine.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Keeps documents small before anything is built of them: looks at their events one by one, with no
 * recursion, and stops at the first bound that is passed.
 */
final class Bounds {

  private static final int MOST_CHARACTERS = Source.MOST_BYTES;
  private static final int DEEPEST = 20;
  private static final int MOST_VALUES = 50_000;

  private final Problems problems;
  private int depth;
  private int values;
  private int documents;
  private boolean admitted = true;

  Bounds(Problems problems) {
    this.problems = problems;
  }

  /** Whether a tree may be made of this text; if not, it was said why. */
  boolean admits(String text, LoadSettings settings) {
    if (text.length() > MOST_CHARACTERS) {
      problems.add(
          Place.START, "the document has more than %,d characters".formatted(MOST_CHARACTERS));
      return false;
    }
    for (Event event : new Parse(settings).parseString(text)) {
      if (!goesOn(event)) {
        return false;
      }
    }
    return admitted;
  }

  /** Whether the next event may be looked at; what is forbidden but harmless is only noted. */
  private boolean goesOn(Event event) {
    if (event instanceof NodeEvent node && !(event instanceof AliasEvent)) {
      values++;
      node.getAnchor().ifPresent(it -> refuse(event, "the anchor '&" + it + "'"));
    }
    switch (event) {
      case AliasEvent alias -> refuse(event, "the alias '*" + alias.getAlias() + "'");
      case ScalarEvent scalar -> scalar.getTag().ifPresent(tag -> refuse(event, "the tag " + tag));
      case CollectionStartEvent start -> {
        depth++;
        start.getTag().ifPresent(tag -> refuse(event, "the tag " + tag));
      }
      case CollectionEndEvent _ -> depth--;
      case DocumentStartEvent _ -> documents++;
      default -> {}
    }
    return within(event, documents <= 1, "there is a second document; write one per file")
        && within(event, depth <= DEEPEST, "nested deeper than %d levels".formatted(DEEPEST))
        && within(event, values <= MOST_VALUES, "more than %,d values".formatted(MOST_VALUES));
  }

  private void refuse(Event event, String what) {
    admitted = false;
    problems.add(
        Document.place(event.getStartMark()), what + " is not allowed; write the value itself");
  }

  private boolean within(Event event, boolean holds, String otherwise) {
    if (!holds) {
      problems.add(Document.place(event.getStartMark()), otherwise);
    }
    return holds;
  }
}
