package dev.cleveragents.workspace.apply.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.files.FileSwap;
import dev.cleveragents.workspace.apply.journal.TargetRecord.Place;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.AppliedTarget;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JSON that this module stores: stores of earlier versions hold it, so it may not change. */
class StoredFormsTest {

  private static final String HASH = "0123456789abcdef".repeat(4);

  @Test
  void theTargetsOfAnApplyAreStoredInThisForm() {
    TargetRecord checkout =
        new TargetRecord(
            new Place(
                ResourceType.GIT_CHECKOUT,
                Path.of("/srv/app"),
                Path.of("/srv/app/.git/journal"),
                Path.of("/srv/app/.git/staging")),
            "refs/heads/main",
            "abc",
            new Destination.CheckedOutBranch(),
            new AppliedTarget(Name.of("app"), "def", List.of("a.txt", "b.txt")));
    TargetRecord directory =
        new TargetRecord(
            new Place(
                ResourceType.FS_DIRECTORY,
                Path.of("/srv/notes"),
                Path.of("/srv/.journal"),
                Path.of("/srv/.staging")),
            null,
            null,
            new Destination.CheckedOutBranch(),
            new AppliedTarget(Name.of("notes"), null, List.of()));
    List<LocalConflict> kept = List.of(new LocalConflict(Name.of("app"), "c.txt", "edited"));
    String stored =
        """
        {"targets":[\
        {"resource":"local/app","type":"git-checkout","root":"/srv/app",\
        "directory":"/srv/app/.git/journal","staging":"/srv/app/.git/staging",\
        "branch":"refs/heads/main","base":"abc","commit":"def","paths":["a.txt","b.txt"]},\
        {"resource":"local/notes","type":"fs-directory","root":"/srv/notes",\
        "directory":"/srv/.journal","staging":"/srv/.staging",\
        "branch":null,"base":null,"commit":null,"paths":[]}],\
        "kept":[{"resource":"local/app","path":"c.txt","why":"edited"}],\
        "hints":["pull first"]}\
        """;

    assertThat(TargetRecord.write(List.of(checkout, directory), kept, List.of("pull first")))
        .isEqualTo(stored);
    assertThat(TargetRecord.All.parse(stored))
        .isEqualTo(new TargetRecord.All(List.of(checkout, directory), kept, List.of("pull first")));
  }

  @Test
  void theSwapsOfFilesAreStoredInThisForm() {
    List<FileSwap> swaps =
        List.of(
            new FileSwap("new.txt", null, new FileState(HASH, FileMode.REGULAR, 3)),
            new FileSwap("run", new FileState(HASH, FileMode.EXECUTABLE, 4), null));
    String stored =
        """
        [{"path":"new.txt","before":null,"after":{"hash":"%s","mode":"REGULAR","size":3}},\
        {"path":"run","before":{"hash":"%s","mode":"EXECUTABLE","size":4},"after":null}]\
        """
            .formatted(HASH, HASH);

    assertThat(FileSwap.write(swaps)).isEqualTo(stored);
    assertThat(FileSwap.read(stored)).isEqualTo(swaps);
  }

  @Test
  void theManifestOfASandboxIsStoredInThisForm(@TempDir Path folder) throws IOException {
    Instant created = Instant.parse("2026-01-02T03:04:05.000006Z");
    SandboxRecord record =
        new SandboxRecord(
            SandboxId.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            PlanId.parse("01BX5ZZKBKACTAV9WEVGEMMVRZ"),
            Name.of("app"),
            "01BX5ZZKBKACTAV9WEVGEMMVS0#2",
            "machine",
            folder,
            "abc",
            SandboxState.ERRORED,
            created,
            created);
    MakerProcess maker = MakerProcess.current();

    SandboxManifest.write(record);

    assertThat(folder.resolve("sandbox.json"))
        .content()
        .isEqualTo(
            """
            {"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","plan":"01BX5ZZKBKACTAV9WEVGEMMVRZ",\
            "resource":"local/app","lease":"01BX5ZZKBKACTAV9WEVGEMMVS0#2","host":"machine",\
            "base":"abc","created":"2026-01-02T03:04:05.000006Z","maker":"%s"}
            """
                .formatted(maker));
    assertThat(SandboxManifest.of(folder)).contains(new SandboxManifest(record, maker));
    Files.writeString(folder.resolve("sandbox.json"), "{}");
    assertThat(SandboxManifest.of(folder)).isEmpty();
  }
}
