package dev.cleveragents.engine.model;

/** Opens models by name. */
@FunctionalInterface
public interface ChatModels {

  /**
   * Opens a model, without a call to its provider.
   *
   * @throws ModelException of kind {@code AUTH} without a key, {@code NOT_FOUND} for an unknown
   *     provider, and others for a file that cannot be read; the message says what to do
   */
  ChatModel open(ModelName name) throws ModelException;
}
