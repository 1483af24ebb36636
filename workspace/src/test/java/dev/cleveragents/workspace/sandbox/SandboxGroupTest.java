package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxGroupTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Sandbox sandbox(String name) throws Exception {
    Path user = Files.createDirectories(folder.resolve("user-" + name.replace('/', '.')));
    UserFiles.write(user, "a.txt", name);
    return fixture.open(Resource.of(Name.of(name), ResourceType.FS_DIRECTORY, user));
  }

  @Test
  void allFilesArePutBackInAllOfThem() throws Exception {
    SandboxGroup group = new SandboxGroup(List.of(sandbox("one"), sandbox("two")));
    ResourceTrees before = group.look(GO);
    for (Sandbox sandbox : group.all()) {
      UserFiles.sh(sandbox.directory(), "rm a.txt; mkdir d; echo new > d/new.txt");
    }
    ResourceTrees after = group.look(GO);
    assertThat(group.changes(before, after, GO))
        .extracting(captured -> group.nameOf(captured.change()))
        .containsExactly(
            "a.txt (in one)", "d/new.txt (in one)", "a.txt (in two)", "d/new.txt (in two)");

    group.restore(before, GO);

    assertThat(group.look(GO)).isEqualTo(before).isNotEqualTo(after);
    for (Sandbox sandbox : group.all()) {
      assertThat(sandbox.directory().resolve("a.txt")).exists();
      assertThat(sandbox.directory().resolve("d")).doesNotExist();
    }
  }

  @Test
  void everyDirectoryHasAVariableOfItsOwn() throws Exception {
    SandboxGroup group =
        new SandboxGroup(List.of(sandbox("a-b"), sandbox("a_b"), sandbox("team/x")));
    assertThat(group.directories())
        .containsOnlyKeys("AGENTS_DIR_A_B", "AGENTS_DIR_A_B_2", "AGENTS_DIR_TEAM_X")
        .containsEntry("AGENTS_DIR_A_B", group.first().directory().toString())
        .containsEntry("AGENTS_DIR_A_B_2", group.all().get(1).directory().toString());
  }

  @Test
  void aNameThatIsNoneOfThemIsRefusedWithTheNearest() throws Exception {
    SandboxGroup group = new SandboxGroup(List.of(sandbox("docs"), sandbox("app")));
    assertThat(group.of(Name.of("local/app"))).isSameAs(group.all().get(1));
    assertThatThrownBy(() -> group.of(Name.of("dcos")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("did you mean 'docs'?")
        .hasMessageContaining("docs, app");
  }

  @Test
  void theIdOfSeveralTreesDependsOnEachOfThemAndTheirOrder() {
    String a = "a".repeat(40);
    String b = "b".repeat(40);
    assertThat(id(a)).isEqualTo(a);
    assertThat(id(a, b)).hasSize(64).isEqualTo(id(a, b));
    assertThat(List.of(id(a, b), id(b, a), id(a, a), id(b, b))).doesNotHaveDuplicates();
  }

  private static String id(String... trees) {
    List<ResourceTrees.Part> parts = new ArrayList<>();
    for (String tree : trees) {
      parts.add(new ResourceTrees.Part("local/r" + parts.size(), new Tree(tree)));
    }
    return new ResourceTrees(parts).id();
  }
}
