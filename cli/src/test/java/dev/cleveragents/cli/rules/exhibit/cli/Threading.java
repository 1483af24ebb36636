package dev.cleveragents.cli.rules.exhibit.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** Gets other threads to run something, one way per method. */
public final class Threading {

  private static void nothing() {}

  Thread newThread() {
    return new Thread(Threading::nothing);
  }

  Function<Runnable, Thread> threadReference() {
    return Thread::new;
  }

  void startOne(Thread thread) {
    thread.start();
  }

  Thread startVirtual() {
    return Thread.startVirtualThread(Threading::nothing);
  }

  Thread builder(Thread.Builder builder) {
    return builder.start(Threading::nothing);
  }

  ThreadFactory platformFactory() {
    return Thread.ofPlatform().factory();
  }

  ExecutorService executors() {
    return Executors.newSingleThreadExecutor();
  }

  ExecutorService pool() {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  ExecutorService scheduled() {
    return new ScheduledThreadPoolExecutor(1);
  }

  ExecutorService forkJoin() {
    return ForkJoinPool.commonPool();
  }

  Timer timer() {
    return new Timer();
  }

  CompletableFuture<Void> async() {
    return CompletableFuture.runAsync(Threading::nothing);
  }

  CompletableFuture<Void> thenAsync(CompletableFuture<Void> future) {
    return future.thenRunAsync(Threading::nothing);
  }

  CompletableFuture<Void> timeout(CompletableFuture<Void> future) {
    return future.orTimeout(1, TimeUnit.SECONDS);
  }

  Stream<String> parallelStream(List<String> list) {
    return list.parallelStream();
  }

  Stream<String> parallel(Stream<String> stream) {
    return stream.parallel();
  }

  void parallelSort(int[] numbers) {
    Arrays.parallelSort(numbers);
  }

  void shutdownHook(Thread thread) {
    Runtime.getRuntime().addShutdownHook(thread);
  }
}
