package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.sandbox.tree.AlternatesRepository;
import dev.cleveragents.workspace.sandbox.tree.BlobStore;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A bare repository of our own in which trees are merged. It borrows the objects of others and
 * writes only to itself.
 *
 * <ul>
 *   <li>Any number of threads and processes may use one at once: objects are only ever added, and
 *       each use has an index and a directory of its own.
 *   <li>Its objects are not synced to the disk. A merge is repeated if they are lost in a power
 *       failure; it gives the same ids.
 * </ul>
 */
public final class MergeRepository {

  /** How the names of temporary directories in it begin; the rest says who made them. */
  static final String SCRATCH = "scratch";

  private static final int MOST_BYTES = 256 << 20;

  private final Path place;
  private final Git git;

  private MergeRepository(Path place, Git git) {
    this.place = place;
    this.git = git.withoutUserConfiguration().in(place).withMostBytes(MOST_BYTES);
  }

  /**
   * Opens the repository at a place, or makes it there.
   *
   * @param source git in the repository whose objects are borrowed
   */
  public static MergeRepository open(Path place, Git source, CancellationToken token)
      throws IOException, InterruptedException {
    Path whole = place.toAbsolutePath();
    if (Files.isDirectory(whole)) {
      removeOrphans(whole);
    } else {
      try {
        make(whole, source, token);
      } catch (GitException e) {
        throw failed(e);
      }
    }
    return new MergeRepository(whole, source);
  }

  private static void make(Path place, Git source, CancellationToken token)
      throws IOException, InterruptedException {
    String facts =
        source.text(
            token,
            "rev-parse",
            "--path-format=absolute",
            "--show-object-format",
            "--git-path",
            "objects");
    // A path may contain line feeds.
    int line = facts.indexOf('\n');
    RepositoryRules rules =
        new RepositoryRules(
            Path.of(facts.substring(line + 1)),
            facts.substring(0, line),
            "",
            List.of(),
            "",
            "",
            List.of());
    Path parent = PrivateDirectory.create(PrivateDirectory.parent(place));
    Path made = Files.createTempDirectory(parent, MakerProcess.nameFor(SCRATCH));
    try {
      AlternatesRepository.make(source.withoutUserConfiguration(), made, rules, token);
      Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Another process was first: its repository is as good.
      if (!Files.isDirectory(place)) {
        throw e;
      }
    } finally {
      Deletion.of(made);
    }
  }

  private static void removeOrphans(Path place) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place, SCRATCH + "@*")) {
      for (Path each : all) {
        if (MakerProcess.named(SCRATCH, each.getFileName().toString())
            .filter(MakerProcess::isGone)
            .isPresent()) {
          Deletion.of(each);
        }
      }
    }
  }

  /** Where it is. */
  public Path place() {
    return place;
  }

  /** Git in it, without the user's configuration. */
  public Git git() {
    return git.withRepository(place, place);
  }

  /**
   * Makes a commit of a tree; equal arguments give the same commit. A source of sandboxes takes it
   * over with {@code SandboxSource.receive}.
   */
  public String commit(String tree, List<String> parents, String message, CancellationToken token)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("commit-tree", tree, "-F", "-"));
    parents.forEach(parent -> line.addAll(List.of("-p", parent)));
    Git author = git();
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      author =
          author
              .with("GIT_" + who + "_NAME", "CleverAgents")
              .with("GIT_" + who + "_EMAIL", "cleveragents@localhost")
              .with("GIT_" + who + "_DATE", "@0 +0000");
    }
    try {
      byte[] text = message.getBytes(StandardCharsets.UTF_8);
      return new String(author.run(line, text, token), StandardCharsets.UTF_8).strip();
    } catch (GitException e) {
      throw failed(e);
    }
  }

  /** The bytes of files and links, by object. */
  public Map<String, byte[]> contents(Collection<String> objects, CancellationToken token)
      throws InterruptedException {
    try {
      return blobs(place.resolve("unused")).read(objects, token);
    } catch (GitException e) {
      throw failed(e);
    }
  }

  BlobStore blobs(Path scratch) {
    return new BlobStore(git(), scratch, BlobStore.MOST_BYTES);
  }

  /** A directory of this process in it, which its user deletes. */
  Path scratch() throws IOException {
    return Files.createTempDirectory(place, MakerProcess.nameFor(SCRATCH));
  }

  static OperationException failed(GitException e) {
    return OperationException.failed("Cannot merge: " + e.reason(), e);
  }
}
