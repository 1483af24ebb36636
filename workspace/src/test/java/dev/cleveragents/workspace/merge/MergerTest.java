package dev.cleveragents.workspace.merge;

import static dev.cleveragents.workspace.merge.MergeFixture.changed;
import static dev.cleveragents.workspace.merge.MergeFixture.files;
import static dev.cleveragents.workspace.merge.MergeFixture.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.merge.Conflict.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergerTest {

  private static final Map<String, String> BASE =
      files("a", lines(10), "b", "b\n", "folder/c", "c\n", "folder/d", "d\n");

  @TempDir private Path folder;
  private MergeFixture fixture;

  @BeforeEach
  void aRepository() throws Exception {
    fixture = new MergeFixture(folder);
  }

  private void assertConflict(Merged merged, String path, Kind kind) {
    assertThat(merged.conflicts()).extracting(Conflict::path).containsExactly(path);
    assertThat(merged.conflicts().getFirst().kind()).isEqualTo(kind);
  }

  @Test
  void disjointChangesAreFolded() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", "new\n"),
            changed(BASE, "b", null, "e", "e\n"),
            changed(BASE, "folder/c", "cc\n"));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(files("a", "new\n", "e", "e\n", "folder/c", "cc\n", "folder/d", "d\n"));
    assertThat(merged.provenance().of("e")).containsExactly("b");
    assertThat(merged.provenance().of("folder/c")).containsExactly("c");
    assertThat(merged.provenance().of("folder/d")).isEmpty();
  }

  @Test
  void changesOfDifferentLinesOfAFileAreMerged() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("2\n", "two\n")),
            changed(BASE, "a", lines(10).replace("6\n", "six\n")),
            changed(BASE, "a", lines(10).replace("9\n", "nine\n")));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()).get("a"))
        .isEqualTo("1\ntwo\n3\n4\n5\nsix\n7\n8\nnine\n10\n");
    assertThat(merged.provenance().of("a")).containsExactly("a", "b", "c");
  }

  @Test
  void aPathInConflictHoldsTheVersionOfTheBaseAndLaterChildrenBecomeSides() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("9\n", "nine\n")),
            changed(BASE, "a", lines(10).replace("2\n", "two\n")),
            changed(BASE, "a", lines(10).replace("2\n", "deux\n"), "b", "bb\n"),
            changed(BASE, "a", lines(10).replace("5\n", "five\n")),
            changed(BASE, "a", lines(10).replace("2\n", "deux\n")));

    assertConflict(merged, "a", Kind.CONTENT);
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(BASE, "b", "bb\n"));
    Conflict conflict = merged.conflicts().getFirst();
    assertThat(conflict.sides())
        .extracting(Conflict.Side::children)
        .containsExactly(List.of("a", "b"), List.of("c", "e"), List.of("d"));
    assertThat(fixture.text(conflict.base())).isEqualTo(lines(10));
    assertThat(fixture.text(conflict.sides().getFirst().version()))
        .isEqualTo("1\ntwo\n3\n4\n5\n6\n7\n8\nnine\n10\n");
  }
}
