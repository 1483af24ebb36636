package dev.cleveragents.context.index;

import dev.cleveragents.context.index.tree.SourceTree;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Decides what of a source tree is indexed; a pure function of the rules, the entry and its bytes.
 */
sealed interface IndexFilter {

  /** It is text. */
  record Text(String text) implements IndexFilter {}

  /** It is not taken. */
  record Refused(SkipReason why) implements IndexFilter {}

  /** Its content must be looked at. */
  record LookInside() implements IndexFilter {}

  /** What can be said before its content is read. */
  static IndexFilter of(SourceTree.Entry entry, IndexRules rules) {
    return switch (entry.kind()) {
      case LINK -> new Refused(SkipReason.LINK);
      case MODULE -> new Refused(SkipReason.MODULE);
      case SPECIAL -> new Refused(SkipReason.SPECIAL);
      case IGNORED_FOLDER -> new Refused(SkipReason.IGNORED);
      case PROTECTED_FOLDER -> new Refused(SkipReason.PROTECTED);
      case UNREADABLE -> new Refused(SkipReason.UNREADABLE);
      case FILE -> ofFile(entry, rules);
    };
  }

  private static IndexFilter ofFile(SourceTree.Entry file, IndexRules rules) {
    if (file.path().indexOf('\uFFFD') >= 0) {
      return new Refused(SkipReason.NAME);
    }
    if (rules.excluded().test(file.path())) {
      return new Refused(SkipReason.EXCLUDED);
    }
    return file.size() > rules.largest() ? new Refused(SkipReason.TOO_LARGE) : new LookInside();
  }

  /** What its content says; text, cleaned, or why it is none. */
  static IndexFilter of(String path, byte[] bytes, IndexRules rules) {
    if (bytes.length > rules.largest()) {
      return new Refused(SkipReason.TOO_LARGE);
    }
    for (byte each : bytes) {
      if (each == 0) {
        return new Refused(SkipReason.BINARY);
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new Text(rules.cleaning().clean(path, text));
    } catch (CharacterCodingException e) {
      return new Refused(SkipReason.NOT_TEXT);
    }
  }
}
