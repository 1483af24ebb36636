package dev.cleveragents.workspace.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which repositories in temporary folders commands of a plan may only read. */
class TemporaryRepositoriesTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path folder;

  private Path repository(String name) throws Exception {
    Path place = folder.resolve(name);
    Files.createDirectories(place.resolve(".git"));
    return place;
  }

  private List<Path> before(Instant begin) {
    return TemporaryRepositories.below(List.of(folder), begin, List.of());
  }

  @Test
  void repositories_of_each_kind_are_found_down_to_the_third_level() throws Exception {
    Path one = repository("one");
    Path third = repository("a/b/three");
    repository("a/b/c/four");
    Path linked = Files.createDirectories(folder.resolve("work-tree"));
    Files.writeString(linked.resolve(".git"), "gitdir: /elsewhere\n");
    Path bare = Files.createDirectories(folder.resolve("bare.git"));
    Files.createDirectories(bare.resolve("refs"));
    Files.createDirectories(bare.resolve("objects"));
    assertThat(before(Instant.now().plus(HOUR))).doesNotContain(bare);
    Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main\n");
    assertThat(before(Instant.now().plus(HOUR)))
        .containsExactlyInAnyOrder(one, third, linked, bare);
  }

  @Test
  void those_that_a_plan_made_and_those_behind_links_are_not() throws Exception {
    repository("one");
    Path elsewhere = Files.createDirectories(folder.resolve("z/y/x/elsewhere/.git"));
    Files.createSymbolicLink(folder.resolve("link"), elsewhere.getParent());
    assertThat(before(Instant.now().minus(HOUR))).isEmpty();
    assertThat(before(Instant.now().plus(HOUR))).containsExactly(folder.resolve("one"));
  }

  @Test
  void one_below_a_path_that_is_shared_by_itself_is_not_guarded() throws Exception {
    Path one = repository("one");
    Path two = repository("chosen/two");
    Instant later = Instant.now().plus(HOUR).plus(HOUR);
    assertThat(
            new SharedPaths(
                    List.of(folder, folder.resolve("chosen")), List.of(), List.of(folder), HOUR)
                .repositories(later, List.of()))
        .containsExactly(one);
    assertThat(new SharedPaths(List.of(folder), List.of()).repositories(later, List.of()))
        .isEmpty();
    assertThat(
            new SharedPaths(List.of(folder), List.of(), List.of(folder), HOUR)
                .repositories(later, List.of(one, two)))
        .isEmpty();
  }

  @Test
  void the_default_paths_look_in_temporary_folders_and_paths_of_the_user_do_not() {
    assertThat(SharedPaths.parse("default, /srv/cache", folder).temporary())
        .contains(Path.of("/tmp"), Path.of("/var/tmp"))
        .doesNotContain(Path.of("/srv/cache"));
    assertThat(SharedPaths.parse("/tmp", folder).temporary()).isEmpty();
  }
}
