package dev.cleveragents.cli.command.installation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The version that the build recorded.
 *
 * @param commit the git commit it was built from, or null if the build did not know it
 */
record BuildInfo(String version, @Nullable String commit) {

  static BuildInfo read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      properties.load(Objects.requireNonNull(in, "build.properties is not in the jar"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String commit = properties.getProperty("commit", "");
    return new BuildInfo(properties.getProperty("version"), commit.isEmpty() ? null : commit);
  }
}
