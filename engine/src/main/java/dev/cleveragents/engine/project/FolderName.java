package dev.cleveragents.engine.project;

import dev.cleveragents.engine.Name;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;

/** Finds a name for what lies in a folder. */
final class FolderName {

  private static final int LONGEST = 90;

  private FolderName() {}

  /** The folder's own name as far as it can be one; numbered if that is taken. */
  static Name free(Path folder, Predicate<Name> taken) {
    Path last = folder.getFileName();
    String plain = plain(last == null ? "" : last.toString());
    Name name = new Name(Name.LOCAL, plain);
    for (int number = 2; taken.test(name); number++) {
      name = new Name(Name.LOCAL, plain + "-" + number);
    }
    return name;
  }

  private static String plain(String text) {
    String plain =
        text.toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9_-]+", "-")
            .replaceAll("^[^a-z]+|[-_]+$", "");
    return plain.isEmpty() ? "project" : plain.substring(0, Math.min(plain.length(), LONGEST));
  }
}
