package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.store.connection.PostgresDialect;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Anybody with access to the database may notify on our channel. */
class ForeignNotificationTest {

  private static final long DEADLINE_SECONDS = 60;

  @Test
  void aForeignNotificationIsAHintAndLaterOnesArriveToo() throws Exception {
    TestPostgres server = TestPostgres.shared();
    String url = server.newSchema();
    try (Database hearing = Database.open(url);
        Database storing = Database.open(url)) {
      BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
      hearing.onChange(heard::add);
      assertThat(heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();

      server.execute("NOTIFY " + PostgresDialect.CHANNEL + ", 'hello world'");
      assertThat(heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(Long.MIN_VALUE);

      storing.write(
          it -> {
            storing.announce(it, 7);
            return 1;
          });
      assertThat(heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(7L);
    }
  }
}
