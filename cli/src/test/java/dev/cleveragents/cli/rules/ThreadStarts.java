package dev.cleveragents.cli.rules;

import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import java.util.stream.BaseStream;

/** Recognises every way of the Java library to get another thread to run something. */
final class ThreadStarts {

  private static final Set<String> THREAD_METHODS =
      Set.of("<init>", "start", "startVirtualThread", "ofVirtual", "ofPlatform");
  private static final Set<String> FUTURE_METHODS =
      Set.of("delayedExecutor", "orTimeout", "completeOnTimeout");

  /** A preview in Java 25, so it is known here by name only. */
  private static final String STRUCTURED = "java.util.concurrent.StructuredTaskScope";

  private ThreadStarts() {}

  static boolean isOne(JavaAccess<?> access) {
    return is(access, Thread.class, THREAD_METHODS::contains)
        || is(access, Thread.Builder.class, _ -> true)
        || is(access, Executors.class, _ -> true)
        || is(access, ThreadPoolExecutor.class, _ -> true)
        || is(access, ForkJoinPool.class, _ -> true)
        || is(access, ForkJoinTask.class, _ -> true)
        || is(access, java.util.Timer.class, _ -> true)
        || is(access, CompletableFuture.class, name -> name.endsWith("Async"))
        || is(access, CompletableFuture.class, FUTURE_METHODS::contains)
        || is(access, Collection.class, "parallelStream"::equals)
        || is(access, BaseStream.class, "parallel"::equals)
        || is(access, Arrays.class, name -> name.startsWith("parallel"))
        || is(access, Runtime.class, "addShutdownHook"::equals)
        || access.getTargetOwner().getName().startsWith(STRUCTURED);
  }

  private static boolean is(JavaAccess<?> access, Class<?> owner, Predicate<String> name) {
    return access.getTargetOwner().isAssignableTo(owner) && name.test(access.getTarget().getName());
  }
}
