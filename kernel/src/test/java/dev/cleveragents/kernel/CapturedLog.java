package dev.cleveragents.kernel;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * Keeps what one class logs while this is open, warnings and worse unless told otherwise, and lets
 * none of it out: the build's output stays clean. Otherwise logging is off in the tests.
 */
public final class CapturedLog implements AutoCloseable {

  private final Logger logger;
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> ear =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          events.add(event);
        }
      };

  public CapturedLog(Class<?> logging) {
    this(logging, Level.WARN);
  }

  public CapturedLog(Class<?> logging, Level lowest) {
    this.logger = (Logger) LoggerFactory.getLogger(logging);
    ear.start();
    logger.setAdditive(false);
    logger.setLevel(lowest);
    logger.addAppender(ear);
  }

  /** What was logged, in that order. */
  public List<ILoggingEvent> events() {
    return List.copyOf(events);
  }

  /** The same as text. */
  public List<String> messages() {
    return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(ear);
    logger.setLevel(null);
    logger.setAdditive(true);
    ear.stop();
  }
}
