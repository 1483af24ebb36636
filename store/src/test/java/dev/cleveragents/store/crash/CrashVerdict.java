package dev.cleveragents.store.crash;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.crash.JobEventLog.Event;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must hold when all is over, by what the processes wrote down and what the database holds:
 * nothing acknowledged was lost, every job ended as its kind may, its effects count once and only
 * under the lease it ended under, and no key was held by more jobs than it may be.
 */
final class CrashVerdict {

  private final List<String> broken = new ArrayList<>();
  private final Map<String, AsyncJob> jobs = new LinkedHashMap<>();
  private final Map<String, Long> open = new HashMap<>();
  private final Map<String, Long> lastLease = new HashMap<>();
  private final Map<String, Long> succeeded = new HashMap<>();
  private final Map<String, Set<String>> holders = new HashMap<>();
  private int runs;
  private long refused;

  private CrashVerdict() {}

  static CrashVerdict of(Database database, Path folder, int expected) throws IOException {
    CrashVerdict verdict = new CrashVerdict();
    DatabaseJobStore store = DatabaseJobStore.on(database);
    verdict.load(store);
    verdict.checkAcknowledged(folder, expected);
    database.read(JobEventLog::all).forEach(verdict::replay);
    verdict.checkJobs();
    verdict.unless(store.sessions().isEmpty(), "sessions are left: %s", store.sessions());
    verdict.unless(database.check().isEmpty(), "the file is damaged: %s", database.check());
    List<String> keys =
        database.read(t -> t.query("SELECT key FROM job_keys", row -> row.getString(1)));
    verdict.unless(keys.isEmpty(), "keys are left: %s", keys);
    return verdict;
  }

  List<String> broken() {
    return broken;
  }

  String summary() {
    return "%d jobs, %d runs, %d notes of zombies refused".formatted(jobs.size(), runs, refused);
  }

  private void load(DatabaseJobStore store) {
    JobQuery page = JobQuery.newest(5_000);
    for (List<AsyncJob> some = store.list(page); !some.isEmpty(); some = store.list(page)) {
      some.forEach(job -> jobs.put(job.id().toString(), job));
      page = page.after(some.getLast().id());
    }
  }

  private void checkAcknowledged(Path folder, int expected) throws IOException {
    Map<Integer, Set<String>> ids = new HashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".said")).toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] words = line.split(" ", -1);
          refused += words[0].equals("refused") ? 1 : 0;
          if (words[0].equals("enqueued")) {
            ids.computeIfAbsent(Integer.valueOf(words[1]), n -> new HashSet<>()).add(words[2]);
          }
        }
      }
    }
    unless(ids.size() == expected, "%d of %d were acknowledged", ids.size(), expected);
    ids.forEach(
        (n, same) -> {
          for (String id : same) {
            unless(jobs.containsKey(id), "job %d, %s, was acknowledged and is lost", n, id);
          }
          unless(
              CrashJobKind.ofNumber(n) != CrashJobKind.ONCE || same.size() == 1,
              "job %d was to be enqueued once and became %s",
              n,
              same);
        });
    Set<String> once = new HashSet<>();
    for (AsyncJob job : jobs.values()) {
      String key = job.spec().idempotencyKey();
      unless(key == null || once.add(key), "two jobs have the idempotency key %s", key);
    }
  }

  /** One event after the other, as they were committed. */
  private void replay(Event event) {
    AsyncJob job = jobs.get(event.job());
    if (job == null) {
      unless(false, "%s of a job that does not exist", event);
      return;
    }
    boolean running = Objects.equals(open.get(event.job()), event.lease());
    switch (event.what()) {
      case BEGUN -> {
        runs++;
        unless(!open.containsKey(event.job()), "%s while %s runs", event, open.get(event.job()));
        unless(
            event.lease() > lastLease.getOrDefault(event.job(), 0L), "%s is an old lease", event);
        lastLease.put(event.job(), event.lease());
        open.put(event.job(), event.lease());
        hold(job, event);
      }
      case NOTED -> unless(running, "%s was accepted after its fence", event);
      case SUCCEEDED -> {
        unless(running, "%s was accepted after its fence", event);
        unless(succeeded.put(event.job(), event.lease()) == null, "%s counts twice", event);
        close(job, event);
      }
      case ENDED -> {
        unless(
            running || !open.containsKey(event.job()),
            "%s while it ran under lease %s",
            event,
            open.get(event.job()));
        close(job, event);
      }
    }
  }

  private void hold(AsyncJob job, Event event) {
    for (String key : job.spec().keys()) {
      Set<String> now = holders.computeIfAbsent(key, k -> new HashSet<>());
      now.add(event.job());
      unless(
          now.size() <= CrashJobKind.LIMITS.of(key),
          "at %s the key %s is held by %s",
          event,
          key,
          now);
    }
  }

  private void close(AsyncJob job, Event event) {
    open.remove(event.job());
    for (String key : job.spec().keys()) {
      holders.getOrDefault(key, new HashSet<>()).remove(event.job());
    }
  }

  private void checkJobs() {
    unless(open.isEmpty(), "runs that never ended: %s", open);
    for (AsyncJob job : jobs.values()) {
      CrashJobKind task = CrashJobKind.ofType(job.type());
      unless(task.mayEnd().contains(job.status()), "%s must not be %s", job, job.status());
      Long effect = succeeded.get(job.id().toString());
      boolean success = job.status() == AsyncJobStatus.SUCCEEDED;
      unless(
          success ? Objects.equals(effect, job.leases()) : effect == null,
          "%s has an effect of lease %s",
          job,
          effect);
      unless(
          job.leases() == lastLease.getOrDefault(job.id().toString(), 0L),
          "%s was begun last under lease %s",
          job,
          lastLease.get(job.id().toString()));
    }
  }

  @FormatMethod
  private void unless(boolean holds, @FormatString String message, @Nullable Object... details) {
    if (!holds && broken.size() < 50) {
      broken.add(message.formatted(details));
    }
  }
}
