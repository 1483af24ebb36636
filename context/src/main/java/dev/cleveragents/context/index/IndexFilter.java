package dev.cleveragents.context.index;

import dev.cleveragents.context.index.tree.SourceTree;
import java.util.Optional;

/**
 * What of a source tree is indexed; a pure function of the rules, the entry and its bytes: text, or
 * why not.
 */
sealed interface IndexFilter {

  /** It is text, cleaned. */
  record Text(String text) implements IndexFilter {}

  /** It is not indexed. */
  record Refused(SkipReason why) implements IndexFilter {}

  /** Why an entry is not indexed, as far as that can be said before its content is read. */
  static Optional<SkipReason> refusal(SourceTree.Entry entry, IndexRules rules) {
    return switch (entry.kind()) {
      case LINK -> Optional.of(SkipReason.LINK);
      case MODULE -> Optional.of(SkipReason.MODULE);
      case SPECIAL -> Optional.of(SkipReason.SPECIAL);
      case IGNORED -> Optional.of(SkipReason.IGNORED);
      case PROTECTED_FOLDER -> Optional.of(SkipReason.PROTECTED);
      case ABSENT -> Optional.of(SkipReason.ABSENT);
      case UNREADABLE -> Optional.of(SkipReason.UNREADABLE);
      case FILE ->
          entry.path().indexOf('\uFFFD') >= 0
              ? Optional.of(SkipReason.NAME)
              : Optional.of(SkipReason.TOO_LARGE).filter(_ -> entry.size() > rules.largest());
    };
  }

  /** What is indexed of an entry with this content. */
  static IndexFilter of(SourceTree.Entry entry, byte[] bytes, IndexRules rules) {
    Optional<SkipReason> refusal = refusal(entry, rules);
    if (refusal.isPresent()) {
      return new Refused(refusal.get());
    }
    if (bytes.length > rules.largest()) {
      return new Refused(SkipReason.TOO_LARGE);
    }
    return switch (DecodedText.of(bytes)) {
      case DecodedText.Text(String text) -> new Text(rules.cleaning().clean(entry.path(), text));
      case DecodedText.Binary() -> new Refused(SkipReason.BINARY);
      case DecodedText.Unknown() -> new Refused(SkipReason.NOT_TEXT);
    };
  }
}
