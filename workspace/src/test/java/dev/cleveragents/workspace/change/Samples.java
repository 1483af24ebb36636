package dev.cleveragents.workspace.change;

import dev.cleveragents.workspace.TestStore;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Changes for tests, with the bytes they name. */
final class Samples {

  static final String RESOURCE = "local/app";
  static final ChangeOrigin ORIGIN = new ChangeOrigin("write_file", "call-1", "local/scripted");

  private Samples() {}

  /** The changeset of this id, as it is stored now. */
  static Changeset stored(TestStore store, ChangesetId id) {
    return store.database().read(transaction -> new ChangeRows(transaction).get(id)).orElseThrow();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static FileState state(String text) {
    return FileState.of(bytes(text), FileMode.REGULAR);
  }

  static ChangeContents contents(String... texts) {
    byte[][] all = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      all[i] = bytes(texts[i]);
    }
    return ChangeContents.of(all);
  }

  /** Records one change, which must be accepted. */
  static ChangeEntry record(
      ChangesetHandle handle, Change change, ChangeContents contents, ChangeOrigin origin) {
    return handle.recordAll(List.of(new Recorded(change, contents, origin))).getFirst();
  }

  static Change creation(String path, String text) {
    return Change.create(RESOURCE, path, state(text));
  }

  static Change modify(String path, String before, String after) {
    return Change.modify(RESOURCE, path, state(before), state(after));
  }

  static Change delete(String path, String before) {
    return Change.delete(RESOURCE, path, state(before));
  }

  static Change move(String from, String to, String before, String after) {
    return Change.move(RESOURCE, from, to, state(before), state(after));
  }
}
