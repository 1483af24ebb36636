package dev.cleveragents.kernel.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.UnprintableError;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class SafeLogTest {

  private final SafeLog log = SafeLog.of(SafeLogTest.class);

  @Test
  void whatWasThrownIsLoggedWithItsTextAndLevel() {
    try (CapturedLog heard = new CapturedLog(SafeLogTest.class)) {
      log.error(new IllegalStateException("on purpose"), "{} of {} failed", "one", "two");
      log.warn(new IllegalStateException("again"), "work continues");

      assertThat(heard.messages()).containsExactly("one of two failed", "work continues");
      ILoggingEvent error = heard.events().getFirst();
      assertThat(error.getLevel()).isEqualTo(Level.ERROR);
      assertThat(error.getThrowableProxy().getMessage()).isEqualTo("on purpose");
      assertThat(heard.events().getLast().getLevel()).isEqualTo(Level.WARN);
    }
  }

  @Test
  void ofWhatCannotBePrintedTheClassIsLogged() {
    try (CapturedLog heard = new CapturedLog(SafeLogTest.class)) {
      log.error(new UnprintableError(), "'{}' failed", "it");

      assertThat(heard.messages())
          .containsExactly(
              "'it' failed (a " + UnprintableError.class.getName() + " that cannot be printed)");
      assertThat(heard.events().getFirst().getLevel()).isEqualTo(Level.ERROR);
    }
  }

  @Test
  void ifEvenThatFailsNothingIsThrown() {
    Logger broken =
        (Logger)
            Proxy.newProxyInstance(
                Logger.class.getClassLoader(),
                new Class<?>[] {Logger.class},
                (proxy, method, arguments) -> {
                  throw new OutOfMemoryError("on purpose");
                });

    assertThatCode(() -> new SafeLog(broken).warn(new IllegalStateException("it"), "it"))
        .doesNotThrowAnyException();
  }
}
