package dev.cleveragents.models.mcp;

import java.util.function.Consumer;

/** Carries the messages of JSON-RPC to one server and back. Thread-safe. */
interface Channel extends AutoCloseable {

  /** Receives what the server sends. */
  interface Receiver {

    /** A message, or text that is none. Returns at once. */
    void message(String text);

    /** There will be no more. */
    void ended(String why);
  }

  /** The end of a request; closing it ends what it still holds. */
  interface Exchange extends AutoCloseable {

    /** Nothing is held. */
    Exchange DONE = () -> {};

    @Override
    void close();
  }

  /** Begins to receive. Called once, before anything is sent. */
  void open(Receiver receiver);

  /**
   * Sends a request and returns at once.
   *
   * @param failed is told if the server cannot be asked or its answer is lost
   */
  Exchange request(String message, Consumer<Exception> failed);

  /** Sends a message that has no answer, and returns at once. */
  void tell(String message);

  /**
   * Sends the message that begins the session; it arrives before all later ones.
   *
   * @param protocolVersion what both sides have agreed on
   */
  void begin(String message, String protocolVersion)
      throws ServerGoneException, InterruptedException;

  /** Ends the server if it is a program of this process; nothing of it is left on return. */
  @Override
  void close();
}
