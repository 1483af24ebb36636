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
 * Limits the size of a document before it is built. Checks the parser's events one by one, without
 * recursion, and stops at the first limit that is exceeded.
 */
final class DocumentLimits {

  private static final int MOST_CHARACTERS = YamlSource.MOST_BYTES;
  private static final int DEEPEST = 20;
  private static final int MOST_VALUES = 50_000;

  private final ProblemCollector problems;
  private int depth;
  private int values;
  private int documents;
  private boolean admitted = true;

  DocumentLimits(ProblemCollector problems) {
    this.problems = problems;
  }

  /** Whether the text is within the limits; reports a problem if not. */
  boolean admits(String text, LoadSettings settings) {
    if (text.length() > MOST_CHARACTERS) {
      problems.add(
          SourcePosition.START,
          "the document has more than %,d characters".formatted(MOST_CHARACTERS));
      return false;
    }
    for (Event event : new Parse(settings).parseString(text)) {
      if (!mayContinue(event)) {
        return false;
      }
    }
    return admitted;
  }

  /** Whether to continue with the next event; a forbidden but harmless event is only reported. */
  private boolean mayContinue(Event event) {
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
    return within(
            event, documents <= 1, "a second document starts here; write one document per file")
        && within(event, depth <= DEEPEST, "nested deeper than %d levels".formatted(DEEPEST))
        && within(event, values <= MOST_VALUES, "more than %,d values".formatted(MOST_VALUES));
  }

  private void refuse(Event event, String what) {
    admitted = false;
    problems.add(
        DocumentType.position(event.getStartMark()),
        what + " is not allowed; write the value itself");
  }

  private boolean within(Event event, boolean holds, String otherwise) {
    if (!holds) {
      problems.add(DocumentType.position(event.getStartMark()), otherwise);
    }
    return holds;
  }
}
