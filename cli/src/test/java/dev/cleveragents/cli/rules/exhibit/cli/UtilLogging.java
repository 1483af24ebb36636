package dev.cleveragents.cli.rules.exhibit.cli;

import java.util.logging.Logger;

/** Logs past slf4j. */
public final class UtilLogging {
  Logger logger = Logger.getLogger("x");
}
