package dev.cleveragents.context.code;

import java.util.Set;

/**
 * English words that make a question and say nothing about its subject. They are stop words of
 * questions: searches leave them out, as long as other words are left.
 */
public final class QuestionWords {

  /** The words, in small letters. */
  public static final Set<String> ALL =
      Set.of(
          ("where how when why what who which whose does do did done is are was were be been am "
                  + "can could should would will shall may might must has have had i we you me my "
                  + "our your they their there here please")
              .split(" ", -1));

  private QuestionWords() {}
}
