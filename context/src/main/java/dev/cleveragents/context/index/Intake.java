package dev.cleveragents.context.index;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Decides what of a source tree is indexed; a pure function of the rules, the entry and its bytes.
 */
sealed interface Intake {

  /** It is text. */
  record Text(String text) implements Intake {}

  /** It is not taken. */
  record Refused(Skip why) implements Intake {}

  /** Its content must be looked at. */
  record LookInside() implements Intake {}

  /** What can be said before its content is read. */
  static Intake of(SourceTree.Entry entry, Rules rules) {
    return switch (entry.kind()) {
      case LINK -> new Refused(Skip.LINK);
      case MODULE -> new Refused(Skip.MODULE);
      case SPECIAL -> new Refused(Skip.SPECIAL);
      case IGNORED_FOLDER -> new Refused(Skip.IGNORED);
      case PROTECTED_FOLDER -> new Refused(Skip.PROTECTED);
      case UNREADABLE -> new Refused(Skip.UNREADABLE);
      case FILE -> ofFile(entry, rules);
    };
  }

  private static Intake ofFile(SourceTree.Entry file, Rules rules) {
    if (file.path().indexOf('\uFFFD') >= 0) {
      return new Refused(Skip.NAME);
    }
    if (rules.excluded().test(file.path())) {
      return new Refused(Skip.EXCLUDED);
    }
    return file.size() > rules.largest() ? new Refused(Skip.TOO_LARGE) : new LookInside();
  }

  /** What its content says; text, cleaned, or why it is none. */
  static Intake of(String path, byte[] bytes, Rules rules) {
    if (bytes.length > rules.largest()) {
      return new Refused(Skip.TOO_LARGE);
    }
    for (byte each : bytes) {
      if (each == 0) {
        return new Refused(Skip.BINARY);
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new Text(rules.cleaning().clean(path, text));
    } catch (CharacterCodingException e) {
      return new Refused(Skip.NOT_TEXT);
    }
  }
}
