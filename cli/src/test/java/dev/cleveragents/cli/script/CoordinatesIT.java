package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project in {@code examples/consumer}, which is none of this project's modules, is built and
 * run from the coordinates that the README names.
 */
class CoordinatesIT {

  @TempDir private Path folder;

  @Test
  @Tag("exhaustive")
  void aProgramIsBuiltFromWhatIsInstalledAndRuns() throws Exception {
    String path = System.getenv("PATH");
    assumeTrue(
        Stream.of(path.split(":")).anyMatch(it -> Files.isExecutable(Path.of(it, "mvn"))),
        "there is no mvn on the PATH");
    String repository = "-Dmaven.repo.local=" + repositoryWithoutThisProject();
    Path project = Checkout.PROJECT.toRealPath();

    String installed =
        run(
            project,
            List.of(
                "mvn",
                "-B",
                repository,
                "install",
                "-Prelease",
                "-Dship",
                "-DskipTests",
                "-Dmaven.test.skip=true",
                "-Dbuild.folder=target/coordinates",
                "-pl",
                "store,context",
                "-am"));
    assertThat(installed).doesNotContain("warning:");
    for (String module : List.of("kernel", "store", "exec", "context")) {
      Path place = folder.resolve("repository/dev/cleveragents").resolve(module).resolve("0.1.0");
      assertThat(place.resolve(module + "-0.1.0.jar")).exists();
      assertThat(place.resolve(module + "-0.1.0-sources.jar")).exists();
      assertThat(place.resolve(module + "-0.1.0-javadoc.jar")).exists();
    }

    Path consumer = folder.resolve("consumer");
    Checkout.copy(project.resolve("examples/consumer/pom.xml"), consumer.resolve("pom.xml"));
    Checkout.copy(project.resolve("examples/consumer/src"), consumer.resolve("src"));
    run(consumer, List.of("mvn", "-B", repository, "compile", "dependency:build-classpath"));

    assertThat(java(consumer, "org.example.Jobs", "jdbc:sqlite:jobs.db"))
        .contains("Ordered: [tea]");
    assertThat(java(consumer, "org.example.Context", "src", "where is an order stored?"))
        .contains("INSERT INTO orders");
  }

  private String java(Path consumer, String main, String... arguments) throws Exception {
    String libraries = Files.readString(consumer.resolve("target/class.path")).strip();
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    line.add("target/classes:" + libraries);
    line.add(main);
    line.addAll(List.of(arguments));
    return run(consumer, line);
  }

  /** Libraries and plugins by links to those that are there; this project's own place is empty. */
  private Path repositoryWithoutThisProject() throws IOException {
    Path usual = Path.of(System.getProperty("local.repository"));
    Path repository = Files.createDirectories(folder.resolve("repository"));
    link(usual, repository, "dev");
    link(usual.resolve("dev"), Files.createDirectories(repository.resolve("dev")), "cleveragents");
    return repository;
  }

  private static void link(Path usual, Path repository, String except) throws IOException {
    try (Stream<Path> entries = Files.list(usual)) {
      for (Path entry : entries.filter(it -> !it.endsWith(except)).toList()) {
        Files.createSymbolicLink(repository.resolve(entry.getFileName()), entry);
      }
    }
  }

  private String run(Path place, List<String> line) throws Exception {
    Path output = Files.createTempFile(folder, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(place.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(output);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
