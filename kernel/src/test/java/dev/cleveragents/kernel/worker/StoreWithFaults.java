package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.store.JobStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A store whose every call passes a point where a test can fail it, before or after it happened.
 */
final class StoreWithFaults {

  /** Where a test steps in. */
  interface Fault {
    @Nullable Object on(String method, Callable<@Nullable Object> call) throws Throwable;
  }

  private StoreWithFaults() {}

  static JobStore around(JobStore store, Fault fault) {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, arguments) ->
                fault.on(
                    method.getName(),
                    () -> {
                      try {
                        return method.invoke(store, arguments);
                      } catch (InvocationTargetException e) {
                        if (e.getCause() instanceof RuntimeException unchecked) {
                          throw unchecked;
                        }
                        throw e;
                      }
                    }));
  }
}
