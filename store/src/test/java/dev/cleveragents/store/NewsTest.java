package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners for news hear of commits by this process and by others, and wake no worker. */
class NewsTest {

  private static final long DEADLINE_SECONDS = 60;

  @TempDir private Path folder;

  @Test
  void newsOfAFileIsHeard() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("store.db");
    try (Database own = Database.open(url);
        Database other = Database.open(url)) {
      own.write(it -> it.update("CREATE TABLE things (name TEXT)"));
      BlockingQueue<String> heard = listen(own);

      store(own);
      hear(heard);
      store(other);
      hear(heard);
    }
  }

  @Test
  void newsOfAServerIsHeardByThoseWhoListenToNewsOnly() throws Exception {
    String url = TestPostgres.shared().newSchema();
    try (Database own = Database.open(url);
        Database other = Database.open(url)) {
      own.write(it -> it.update("CREATE TABLE things (name TEXT)"));
      BlockingQueue<Long> changes = new LinkedBlockingQueue<>();
      own.onChange(changes::add);
      assertThat(changes.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      own.onNews(() -> heard.add("news"));

      store(own);
      hear(heard);
      store(other);
      hear(heard);
      assertThat(changes).isEmpty();
    }
  }

  @Test
  void aClosedListeningHearsNothing() throws Exception {
    try (Database own = Database.open("jdbc:sqlite:" + folder.resolve("store.db"))) {
      own.write(it -> it.update("CREATE TABLE things (name TEXT)"));
      BlockingQueue<String> closed = new LinkedBlockingQueue<>();
      own.onNews(() -> closed.add("news")).close();
      closed.clear();
      BlockingQueue<String> heard = listen(own);

      store(own);
      hear(heard);

      assertThat(closed).isEmpty();
    }
  }

  /** Listens, past the first call, which only says that listening has begun. */
  private static BlockingQueue<String> listen(Database database) throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    database.onNews(() -> heard.add("news"));
    hear(heard);
    return heard;
  }

  private static void store(Database database) {
    database.write(
        it -> {
          database.announceNews(it);
          return it.update("INSERT INTO things VALUES ('one')");
        });
  }

  private static void hear(BlockingQueue<String> heard) throws InterruptedException {
    assertThat(heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    heard.clear();
  }
}
