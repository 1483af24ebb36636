package dev.cleveragents.engine.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProjectsTest {

  private static final Name SHOP = Name.of("shop");
  private static final Name CODE = Name.of("code");
  private static final Name DOCS = Name.of("docs");

  @TempDir static Path stores;
  @TempDir private Path folder;
  private Path repository;
  private Path directory;

  static Stream<String> urls() throws IOException {
    Path file = Files.createTempDirectory(stores, "projects").resolve("store.db");
    return Stream.of("jdbc:sqlite:" + file, TestPostgres.shared().newSchema());
  }

  @BeforeEach
  void aRepositoryAndADirectory() throws IOException {
    repository = Files.createDirectories(folder.toRealPath().resolve("My Shop!"));
    Files.createDirectories(repository.resolve(".git"));
    Files.createDirectories(repository.resolve("src/main"));
    directory = folder.toRealPath().resolve("docs");
    Files.createDirectories(directory.resolve("more"));
  }

  private record Site(Database database, Projects projects, Resources resources)
      implements AutoCloseable {

    static Site open(String url) {
      Database database = Database.open(url, EngineTables.MIGRATIONS);
      AuditLog audit = new AuditLog(database, Redactor.standard(), new ChainFiles(stores, "test"));
      return new Site(database, new Projects(database, audit), new Resources(database, audit));
    }

    List<String> events() {
      return new AuditLog(database, Redactor.standard(), new ChainFiles(stores, "test"))
          .log(EventFilter.ALL, 0, 100).stream().map(entry -> entry.event().type()).toList();
    }

    @Override
    public void close() {
      database.close();
    }
  }

  private Resource code() {
    return Resource.of(CODE, ResourceType.GIT_CHECKOUT, repository);
  }

  private Resource docs() {
    return new Resource(
        DOCS,
        ResourceType.FS_DIRECTORY,
        directory,
        new ResourceSettings(List.of(".env"), "make deps"));
  }

  private static void assertRefused(Kind kind, String message, ThrowingCallable doing) {
    assertThatThrownBy(doing)
        .isInstanceOfSatisfying(
            OperationException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aProjectLinksResourcesInTheirOrder(String url) {
    try (Site site = Site.open(url)) {
      site.resources().add(code());
      site.resources().add(docs());
      ProjectSettings settings =
          new ProjectSettings(
              List.of("No new dependencies"), List.of(Name.of("tests")), Name.of("ci"));

      Project made = site.projects().create(SHOP, List.of(DOCS, CODE, DOCS), settings);

      assertThat(made).isEqualTo(new Project(SHOP, List.of(docs(), code()), settings));
      assertThat(site.projects().show(SHOP)).isEqualTo(made);
      assertThat(site.projects().list()).containsExactly(made);
      assertThat(site.resources().list()).containsExactly(code(), docs());
      assertThat(site.resources().show(DOCS)).isEqualTo(docs());
      assertThat(site.resources().projectsOf(CODE)).containsExactly(SHOP);
      assertThat(site.events())
          .containsExactly(
              "resource.added",
              "resource.added",
              "project.created",
              "project.linked",
              "project.linked");
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void linksCanBeChanged(String url) {
    try (Site site = Site.open(url)) {
      site.resources().add(code());
      site.projects().create(SHOP, List.of(), ProjectSettings.NONE);

      assertThat(site.projects().link(SHOP, CODE).resources()).containsExactly(code());
      assertThat(site.projects().link(SHOP, CODE).resources()).containsExactly(code());
      assertThat(site.projects().unlink(SHOP, CODE).resources()).isEmpty();

      assertThat(site.events())
          .containsExactly(
              "resource.added", "project.created", "project.linked", "project.unlinked");
      assertRefused(
          Kind.NOT_FOUND, "has no resource code", () -> site.projects().unlink(SHOP, CODE));
      assertRefused(
          Kind.NOT_FOUND,
          "There is no resource cod",
          () -> site.projects().link(SHOP, Name.of("cod")));
      assertRefused(
          Kind.NOT_FOUND,
          "There is no project shp",
          () -> site.projects().link(Name.of("shp"), CODE));
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void whatIsThereAlreadyOrStillInUseIsRefusedAndNothingChanges(String url) {
    try (Site site = Site.open(url)) {
      site.resources().add(code());
      site.projects().create(SHOP, List.of(CODE), ProjectSettings.NONE);
      List<String> before = site.events();

      assertRefused(
          Kind.CONFLICT,
          "A project shop exists already",
          () -> site.projects().create(SHOP, List.of(), ProjectSettings.NONE));
      assertRefused(
          Kind.NOT_FOUND,
          "There is no resource docs",
          () -> site.projects().create(Name.of("half"), List.of(CODE, DOCS), ProjectSettings.NONE));
      assertRefused(
          Kind.CONFLICT, "belongs to the project shop", () -> site.resources().remove(CODE));
      assertRefused(
          Kind.NOT_FOUND, "There is no project half", () -> site.projects().show(Name.of("half")));
      assertThat(site.events()).isEqualTo(before);

      site.projects().delete(SHOP);
      site.resources().remove(CODE);
      assertThat(site.projects().list()).isEmpty();
      assertThat(site.resources().list()).isEmpty();
      assertThat(repository).isNotEmptyDirectory();
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aProjectWithAPlanThatIsNotOverCannotBeDeleted(String url) {
    try (Site site = Site.open(url)) {
      site.projects().create(SHOP, List.of(), ProjectSettings.NONE);
      site.database().write(it -> it.update(plan("QUEUED")));

      assertRefused(Kind.CONFLICT, "has unfinished plans: 1", () -> site.projects().delete(SHOP));

      site.database().write(it -> it.update("UPDATE plan_records SET state = 'CANCELLED'"));
      site.projects().delete(SHOP);
      assertThat(site.projects().list()).isEmpty();
    }
  }

  private static String plan(String state) {
    return """
    INSERT INTO plan_records (id, root_id, project, action, goal, brief, profile, phase, state, held, version,
        attempt, phase_retries, replans, steps_done, created_at, moved_at)
    VALUES ('1', '1', 'local/shop', 'a', 'g', '{}', 'ci', 'EXECUTE', '%s', 0, 1, 1, 0, 0, 0, 1, 1)
    """
        .formatted(state);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aPlaceThatIsNotWhatTheTypeSaysIsRefused(String url) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path bare = folder.resolve("bare.git");
    Files.createDirectories(bare.resolve("objects"));
    Files.createDirectories(bare.resolve("refs"));
    Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main");
    try (Site site = Site.open(url)) {
      assertRefused(
          Kind.NOT_FOUND,
          "does not exist",
          () -> add(site, folder.resolve("none"), "git-checkout"));
      assertRefused(Kind.INVALID, "is not a directory", () -> add(site, file, "fs-directory"));
      assertRefused(
          Kind.INVALID,
          "is inside the git work tree " + repository,
          () -> add(site, repository.resolve("src"), "git-checkout"));
      assertRefused(
          Kind.INVALID, "is a bare git repository", () -> add(site, bare, "git-checkout"));
      assertRefused(
          Kind.INVALID, "is not a git work tree", () -> add(site, directory, "git-checkout"));
      assertThat(site.resources().list()).isEmpty();
    }
  }

  private static Resource add(Site site, Path location, String type) {
    return site.resources().add(Resource.of(CODE, ResourceType.of(type), location));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void resourcesThatOverlapAreRefusedWhateverLinksLeadThere(String url) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
    Path inner = Files.createDirectories(repository.resolve("vendor/lib"));
    Files.writeString(inner.resolve(".git"), "gitdir: elsewhere");
    try (Site site = Site.open(url)) {
      site.resources().add(docs());
      site.resources().add(Resource.of(Name.of("whole"), ResourceType.GIT_CHECKOUT, repository));

      assertRefused(
          Kind.CONFLICT, "overlaps with the resource docs", () -> add(site, link, "fs-directory"));
      assertRefused(
          Kind.CONFLICT,
          "overlaps with the resource docs",
          () -> add(site, directory.resolve("more"), "fs-directory"));
      assertRefused(
          Kind.CONFLICT, "overlaps with the resource", () -> add(site, folder, "fs-directory"));
      assertRefused(
          Kind.CONFLICT,
          "overlaps with the resource whole",
          () -> add(site, repository.resolve("src"), "fs-directory"));
      assertRefused(
          Kind.CONFLICT,
          "A resource docs exists already",
          () -> site.resources().add(Resource.of(DOCS, ResourceType.FS_DIRECTORY, link)));

      add(site, inner, "git-checkout");
      assertThat(site.resources().list()).as("a repository inside another is its own").hasSize(3);
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aFolderBelongsToTheProjectOfTheInnermostResource(String url) throws IOException {
    Path lib = repository.resolve("vendor/lib");
    Path inner = Files.createDirectories(lib.resolve("src"));
    Files.writeString(lib.resolve(".git"), "gitdir: elsewhere");
    try (Site site = Site.open(url)) {
      site.resources().add(code());
      assertThat(site.projects().forFolder(repository)).as("not linked").isEmpty();
      site.projects().create(SHOP, List.of(CODE), ProjectSettings.NONE);
      site.resources().add(Resource.of(Name.of("lib"), ResourceType.GIT_CHECKOUT, lib));
      site.projects().create(Name.of("lib"), List.of(Name.of("lib")), ProjectSettings.NONE);

      assertThat(site.projects().forFolder(repository.resolve("src/main")).orElseThrow().name())
          .isEqualTo(SHOP);
      assertThat(site.projects().forFolder(inner).orElseThrow().name()).isEqualTo(Name.of("lib"));
      assertThat(site.projects().forFolder(directory)).isEmpty();

      site.projects().create(Name.of("second"), List.of(CODE), ProjectSettings.NONE);
      assertRefused(
          Kind.CONFLICT,
          "belongs to several projects: second, shop",
          () -> site.projects().forFolder(repository));
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aGitWorkTreeBecomesAProjectWhenItIsFirstUsed(String url) throws IOException {
    Path twin = folder.resolve("b/my-shop");
    Path numbers = folder.resolve("123");
    Files.createDirectories(twin.resolve(".git"));
    Files.createDirectories(numbers.resolve(".git"));
    try (Site site = Site.open(url)) {
      Project made = site.projects().open(repository.resolve("src/main"));

      assertThat(made.name()).isEqualTo(Name.of("my-shop"));
      assertThat(made.resources())
          .containsExactly(Resource.of(Name.of("my-shop"), ResourceType.GIT_CHECKOUT, repository));
      assertThat(site.projects().open(repository)).isEqualTo(made);
      assertThat(site.projects().open(twin).name()).isEqualTo(Name.of("my-shop-2"));
      assertThat(site.projects().open(numbers).name()).isEqualTo(Name.of("project"));
      assertRefused(Kind.INVALID, "in no git work tree", () -> site.projects().open(directory));
      Path bare = folder.resolve("bare.git");
      Files.createDirectories(bare.resolve("objects"));
      Files.createDirectories(bare.resolve("refs"));
      Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main\n");
      assertRefused(Kind.INVALID, "is a bare git repository", () -> site.projects().open(bare));

      site.resources().add(docs());
      assertThat(site.projects().open(directory.resolve("more")).resources())
          .as("of a resource that is there")
          .containsExactly(docs());
    }
  }

  /** All look before any writes; without the lock several would be stored. */
  @ParameterizedTest
  @MethodSource("urls")
  void ofManyWhoAddTheSamePlaceAtOnceOneSucceeds(String url) throws Exception {
    int many = 4;
    CyclicBarrier start = new CyclicBarrier(many);
    try (Site one = Site.open(url);
        Site other = Site.open(url);
        ExecutorService threads = Executors.newFixedThreadPool(many)) {
      List<Future<Resource>> adding = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        Site site = i % 2 == 0 ? one : other;
        Resource resource = Resource.of(Name.of("r" + i), ResourceType.GIT_CHECKOUT, repository);
        Callable<Resource> add =
            () -> {
              start.await(30, TimeUnit.SECONDS);
              return site.resources().add(resource);
            };
        adding.add(threads.submit(add));
      }
      int added = 0;
      for (Future<Resource> future : adding) {
        try {
          future.get(60, TimeUnit.SECONDS);
          added++;
        } catch (ExecutionException e) {
          assertThat(e.getCause()).hasMessageContaining("overlaps with the resource");
        }
      }
      assertThat(added).isEqualTo(1);
      assertThat(one.resources().list()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void manyWhoOpenTheSameFolderAtOnceGetOneProject(String url) throws Exception {
    int many = 4;
    CyclicBarrier start = new CyclicBarrier(many);
    try (Site one = Site.open(url);
        Site other = Site.open(url);
        ExecutorService threads = Executors.newFixedThreadPool(many)) {
      List<Future<Project>> opening = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        Site site = i % 2 == 0 ? one : other;
        opening.add(
            threads.submit(
                () -> {
                  start.await(30, TimeUnit.SECONDS);
                  return site.projects().open(repository);
                }));
      }
      for (Future<Project> future : opening) {
        assertThat(future.get(60, TimeUnit.SECONDS).name()).isEqualTo(Name.of("my-shop"));
      }
      assertThat(one.projects().list()).hasSize(1);
    }
  }
}
