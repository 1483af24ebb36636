package dev.cleveragents.cli;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;

/**
 * Handles signals that Java does not: a further Ctrl-C while the process is ending, and a changed
 * size of the terminal. That is only possible through {@code sun.misc}, which a JDK need not have,
 * so it is looked up by name; without it the signals are ignored.
 */
final class ProcessSignals {

  private ProcessSignals() {}

  /**
   * Runs the action, on a thread of the Java runtime, each time that one of these signals comes.
   */
  static void handle(Runnable action, String... names) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      var make = lookup.findConstructor(signal, MethodType.methodType(void.class, String.class));
      var handle =
          lookup.findStatic(signal, "handle", MethodType.methodType(handler, signal, handler));
      Object running =
          Proxy.newProxyInstance(
              ProcessSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      for (String name : names) {
        handle.invoke(make.invoke(name), running);
      }
    } catch (Throwable e) {
      return;
    }
  }
}
