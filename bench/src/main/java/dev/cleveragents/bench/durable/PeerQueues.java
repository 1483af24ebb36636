package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.durable.QueueContender.Entry;
import java.util.List;

/** The job queues that are measured, ours first. */
final class PeerQueues {

  static final Entry OURS_SQLITE = new Entry("ours, SQLite", CleverAgentsQueue::onSqlite);
  static final Entry OURS_POSTGRES = new Entry("ours, PostgreSQL", CleverAgentsQueue::onPostgres);

  private PeerQueues() {}

  static List<Entry> onSqlite() {
    return List.of(
        OURS_SQLITE,
        new Entry("hand-written loop", SqliteLoop::withFewColumns),
        new Entry("hand-written loop on the tables of ours", SqliteLoop::withOurRows));
  }

  static List<Entry> onPostgres() {
    return chosen(
        List.of(
            OURS_POSTGRES,
            new Entry("graphile-worker, batching", GraphileQueue::batching),
            new Entry("graphile-worker", GraphileQueue::single),
            new Entry("db-scheduler, lock-and-fetch", DbSchedulerQueue::lockAndFetch),
            new Entry("db-scheduler, fetch", DbSchedulerQueue::fetch),
            new Entry("JobRunr", JobRunrQueue::new),
            new Entry("DBOS transact", DbosQueue::new)));
  }

  /** Ours, and those of the peers whose names contain one of the words of {@code -Dpeers}. */
  private static List<Entry> chosen(List<Entry> all) {
    List<String> words = List.of(System.getProperty("peers", "all").split(",", -1));
    return all.stream()
        .filter(
            entry ->
                entry.equals(OURS_POSTGRES)
                    || words.contains("all")
                    || words.stream().anyMatch(entry.name()::contains))
        .toList();
  }
}
