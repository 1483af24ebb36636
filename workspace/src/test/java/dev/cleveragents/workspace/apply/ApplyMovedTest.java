package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.git.EmptyTree;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Conflicts;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.MovedTarget;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.TargetMoved;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The branch went on after the plan began. */
class ApplyMovedTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private String base;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    repository.write("long", "1\n2\n3\n4\n5\n6\n7\n8\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "two");
    base = repository.head();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private GitTarget target(String base, String result) {
    return new GitTarget(repository.resource(), "refs/heads/main", base, result);
  }

  private void commit(String path, String text) throws Exception {
    repository.write(path, text);
    repository.git("add", "-A");

    repository.git("commit", "-qm", "moved");
  }

  @Test
  void changes_that_go_together_are_merged_and_wait_to_be_applied() throws Exception {
    String result =
        repository.result(
            fixture.plan, base, Edits.of().put("long", "1\n2\n3\n4\n5\n6\n7\neight\n"));
    commit("long", "one\n2\n3\n4\n5\n6\n7\n8\n");
    repository.write("b", "dirty\n");
    String now = repository.head();
    Map<String, String> before = repository.everything();

    TargetMoved moved = (TargetMoved) fixture.apply(target(base, result));

    assertThat(repository.everything()).isEqualTo(before);
    MovedTarget merged = moved.targets().getFirst();
    assertThat(merged.base()).isEqualTo(now);
    assertThat(repository.git("show", merged.tree() + ":long"))
        .isEqualTo("one\n2\n3\n4\n5\n6\n7\neight");
    assertThat(repository.git("rev-parse", "refs/cleveragents/merged/" + fixture.plan))
        .isEqualTo(merged.tree());
    assertThat(fixture.apply(target(merged.base(), merged.tree()))).isInstanceOf(Applied.class);
    assertThat(repository.read("long")).isEqualTo("one\n2\n3\n4\n5\n6\n7\neight\n");
    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(now);
    assertThat(repository.status()).isEqualTo(" M b");
  }

  @Test
  void changes_that_do_not_go_together_are_named_and_leave_nothing_behind() throws Exception {
    String result =
        repository.result(
            fixture.plan, base, Edits.of().put("a", "the plan's\n").put("b", "the plan's\n"));
    commit("a", "theirs\n");
    Map<String, String> before = repository.everything();

    Conflicts conflicts = (Conflicts) fixture.apply(target(base, result));

    assertThat(conflicts.paths()).extracting(LocalConflict::path).containsExactly("a");
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.ourRefs()).containsExactly("refs/cleveragents/plans/" + fixture.plan);
    assertThat(repository.has(".git/cleveragents")).isFalse();
  }

  @Test
  void every_kind_of_conflict_is_told_by_its_name() throws Exception {
    Edits edits = Edits.of().put("a", "the plan's\n").delete("b").put("new", "the plan's\n");
    edits.delete("folder/c").put("folder/d", "c\n").put("place/inside", "the plan's\n");
    String result = repository.result(fixture.plan, base, edits);
    repository.write("a", "theirs\n").write("b", "theirs b\n").write("new", "theirs new\n");
    repository.git("mv", "folder/c", "folder/e");
    commit("place", "theirs, a file\n");

    Conflicts conflicts = (Conflicts) fixture.apply(target(base, result));

    Map<String, String> kinds = new TreeMap<>();
    conflicts
        .paths()
        .forEach(it -> kinds.put(it.path().replaceAll("~.*", ""), it.why().split(":", 2)[0]));
    assertThat(kinds)
        .containsEntry("a", "content")
        .containsEntry("b", "delete_modify")
        .containsEntry("new", "add_add")
        .containsEntry("folder/c", "rename")
        .containsEntry("place", "add_add");
    assertThat(conflicts.paths())
        .extracting(LocalConflict::why)
        .contains("add_add: the plan or the branch has a file there, the other a folder");
  }

  @Test
  void a_rewritten_history_is_merged_from_where_the_plan_began() throws Exception {
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "the plan's\n"));
    repository.git("commit", "-q", "--amend", "-m", "reworded");

    TargetMoved moved = (TargetMoved) fixture.apply(target(base, result));

    assertThat(repository.git("diff", "--stat", moved.targets().getFirst().tree(), result))
        .isEmpty();
  }

  @Test
  void the_attributes_of_the_dirty_work_tree_and_the_users_drivers_have_no_say() throws Exception {
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "the plan's\n"));
    commit("a", "theirs\n");
    repository.git("config", "merge.mine.driver", "true");
    repository.write(".gitattributes", "a merge=mine\n");

    assertThat(fixture.apply(target(base, result))).isInstanceOf(Conflicts.class);
  }

  @Test
  void the_attributes_with_which_the_plan_began_say_how_files_are_merged() throws Exception {
    commit("folder/.gitattributes", "c merge=union\n");
    base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("folder/c", "c\nplan\n"));
    commit("folder/c", "c\ntheirs\n");

    TargetMoved moved = (TargetMoved) fixture.apply(target(base, result));

    assertThat(repository.git("show", moved.targets().getFirst().tree() + ":folder/c"))
        .isEqualTo("c\ntheirs\nplan");
  }

  @Test
  void a_branch_that_has_no_commit_any_more_is_merged_as_one_without_files() throws Exception {
    String result = repository.result(fixture.plan, base, Edits.of().put("new", "the plan's\n"));
    repository.git("update-ref", "-d", "refs/heads/main");

    MovedTarget merged = ((TargetMoved) fixture.apply(target(base, result))).targets().getFirst();

    assertThat(merged.base()).isEqualTo(EmptyTree.of(base));
    assertThat(repository.git("ls-tree", "-r", "--name-only", merged.tree())).isEqualTo("new");
  }

  @Test
  void a_repository_in_a_folder_of_an_odd_name_is_merged_too() throws Exception {
    repository = ApplyRepository.with(folder.resolve("\"a\" \\ new\nline"));
    base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "the plan's\n"));
    commit("b", "theirs\n");

    TargetMoved moved = (TargetMoved) fixture.apply(target(base, result));

    assertThat(repository.git("show", moved.targets().getFirst().tree() + ":b"))
        .isEqualTo("theirs");
  }
}
