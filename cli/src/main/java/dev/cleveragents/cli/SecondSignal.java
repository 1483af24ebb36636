package dev.cleveragents.cli;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Handles a further Ctrl-C while the process is ending, which Java ignores. Signals can only be
 * handled through {@code sun.misc}, which a JDK need not have, so it is looked up by name; without
 * it a second signal is ignored.
 */
final class SecondSignal {

  private static final List<String> SIGNALS = List.of("INT", "TERM");

  private SecondSignal() {}

  static void endsAtOnce(Runnable end) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      var make = lookup.findConstructor(signal, MethodType.methodType(void.class, String.class));
      var handle =
          lookup.findStatic(signal, "handle", MethodType.methodType(handler, signal, handler));
      Object ending =
          Proxy.newProxyInstance(
              SecondSignal.class.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  end.run();
                }
                return null;
              });
      for (String name : SIGNALS) {
        handle.invoke(make.invoke(name), ending);
      }
    } catch (Throwable e) {
      return;
    }
  }
}
