package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real script builds the real sources with the real Maven, in a copy of this project. */
class FreshCloneIT {

  @TempDir private Path folder;

  @Test
  @Tag("exhaustive")
  void theFirstCommandBuildsAndRuns() throws Exception {
    assumeTrue(isOnPath("mvn"), "there is no mvn on the PATH");
    Path copy = folder.resolve("fresh clone");
    for (String name : List.of("agents", "pom.xml", "build")) {
      Checkout.copy(Checkout.PROJECT.resolve(name), copy.resolve(name));
    }
    try (Stream<Path> poms = Files.list(Checkout.PROJECT)) {
      for (Path module : poms.filter(m -> Files.exists(m.resolve("pom.xml"))).toList()) {
        Path target = copy.resolve(module.getFileName());
        Checkout.copy(module.resolve("pom.xml"), target.resolve("pom.xml"));
        if (Files.exists(module.resolve("src/main"))) {
          Checkout.copy(module.resolve("src/main"), target.resolve("src/main"));
        }
      }
    }
    Path err = folder.resolve("err");
    Path out = folder.resolve("out");
    ProcessBuilder builder =
        new ProcessBuilder(copy.resolve("agents").toString(), "version", "--json")
            .redirectError(err.toFile())
            .redirectOutput(out.toFile());
    String repository = System.getProperty("local.repository");
    builder
        .environment()
        .merge("MAVEN_OPTS", "-Dmaven.repo.local=" + repository, (a, b) -> a + " " + b);

    Process process = builder.start();

    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    assertThat(Files.readString(out)).startsWith("{\n").contains("\"version\" : \"0.1.0\"");
    assertThat(Files.readString(copy.resolve("target/agents/build.log")))
        .contains("classes have stack maps now");
  }

  private static boolean isOnPath(String program) throws IOException {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
  }
}
