package dev.cleveragents.context.project;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.quality.WeightFit;
import java.nio.file.Path;
import java.time.Duration;

/** What happens to a project's index while nobody waits for it. */
public sealed interface IndexNews {

  /** The folder that the index is of. */
  Path root();

  /** So many of so many are done; told often. */
  record Working(Path root, Progress.Phase phase, long done, long total) implements IndexNews {}

  /**
   * Its text can be found as it is now.
   *
   * @param took how long that took
   */
  record TextIndexed(Path root, UpdateResult result, Duration took) implements IndexNews {}

  /** The syntax of so many more files is known; of all that are indexed. */
  record SyntaxRead(Path root, int files) implements IndexNews {}

  /** Weights were fitted on its history; what came of it is used from now on. */
  record WeightsFitted(Path root, WeightFit.Fitted fitted) implements IndexNews {}

  /**
   * Something went wrong, for the first time or in another way than the last time.
   *
   * @param why for a person
   * @param again when it is tried again
   */
  record Failed(Path root, String why, Duration again) implements IndexNews {}

  /**
   * The system does not tell of changes here, so somebody has to look.
   *
   * @param why for a person
   * @param every how often
   */
  record OnlyLooking(Path root, String why, Duration every) implements IndexNews {}
}
