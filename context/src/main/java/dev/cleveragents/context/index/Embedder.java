package dev.cleveragents.context.index;

import java.util.List;

/**
 * A model that turns texts into vectors, so that texts that mean about the same get vectors that
 * point about the same way: the seam between the index and a model, of which the index needs none.
 *
 * <p>It may be native code: it is called on platform threads only, by several at once. The same
 * text gets the same vector whatever texts it is given with. Making one must be quick; a model that
 * takes time to load is loaded when it is first asked.
 */
public interface Embedder extends AutoCloseable {

  /** What the model is called, its version included: vectors of one name are comparable. */
  String name();

  /** How many numbers a vector has. */
  int dimensions();

  /**
   * A vector for each text, in their order. Every text has one: of one that is longer than the
   * model can take the beginning counts, and one with nothing to read in it is no failure.
   */
  float[][] embed(List<String> texts);

  /** Lets go of what it holds; afterwards it is not asked any more. */
  @Override
  default void close() {}
}
