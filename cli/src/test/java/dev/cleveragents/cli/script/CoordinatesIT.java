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

/**
 * A program outside of this project is built and run from the coordinates that the README names.
 */
class CoordinatesIT {

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>consumer</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>25</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>
          <dependency>
            <groupId>dev.cleveragents</groupId>
            <artifactId>store</artifactId>
            <version>0.1.0</version>
          </dependency>
        </dependencies>
        <build>
          <plugins>
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>3.16.0</version>
            </plugin>
            <plugin>
              <artifactId>maven-dependency-plugin</artifactId>
              <version>3.11.0</version>
              <configuration>
                <outputFile>class.path</outputFile>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

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
                "store",
                "-am"));
    assertThat(installed).doesNotContain("warning:");
    Path store = folder.resolve("repository/dev/cleveragents/store/0.1.0");
    assertThat(store.resolve("store-0.1.0.jar")).exists();
    assertThat(store.resolve("store-0.1.0-sources.jar")).exists();
    assertThat(store.resolve("store-0.1.0-javadoc.jar")).exists();

    Path consumer = Files.createDirectories(folder.resolve("consumer"));
    Path source = Path.of("src/main/java/dev/cleveragents/examples/DurableJobs.java");
    Files.createDirectories(consumer.resolve(source).getParent());
    Files.copy(project.resolve("examples").resolve(source), consumer.resolve(source));
    Files.writeString(consumer.resolve("pom.xml"), POM);
    run(consumer, List.of("mvn", "-B", repository, "compile", "dependency:build-classpath"));
    String classes = Files.readString(consumer.resolve("class.path")).strip() + ":target/classes";
    String greeted =
        run(
            consumer,
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes,
                "dev.cleveragents.examples.DurableJobs",
                "jdbc:sqlite:greetings.db",
                "Ada",
                "Grace"));

    assertThat(greeted).contains("Greeted: [Ada, Grace]");
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
