package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandEnding;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.source.CheckoutSource;
import dev.cleveragents.workspace.sandbox.source.DirectorySource;
import dev.cleveragents.workspace.sandbox.source.SandboxSource;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.tree.AlternatesRepository;
import dev.cleveragents.workspace.sandbox.tree.EmptyFolders;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
import dev.cleveragents.workspace.sandbox.tree.Submodules;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the directory of a sandbox: the ledger, the files, for a git checkout a repository of their
 * own, what is copied in, what the set-up command makes. Or reopens one that was made so. Used
 * once.
 */
final class SandboxFactory {

  private static final int SHOWN = 4000;

  private final SandboxRecord row;
  private final Resource resource;
  private final SandboxSource source;
  private final CommandRunner runner;
  private final CommandBounds bounds;

  SandboxFactory(
      SandboxRecord row,
      Resource resource,
      SandboxSource source,
      CommandRunner runner,
      CommandBounds bounds) {
    this.row = row;
    this.resource = resource;
    this.source = source;
    this.runner = runner;
    this.bounds = bounds;
  }

  /** Makes it all, or leaves nothing. */
  Sandbox make(CancellationToken token) throws InterruptedException, IOException {
    source.pin(row.plan(), row.base(), token);
    PrivateDirectory.create(PrivateDirectory.parent(row.directory()));
    try {
      PrivateDirectory.createNew(row.directory());
    } catch (FileAlreadyExistsException e) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "%s already exists: a lease has one sandbox of a resource".formatted(row.directory()),
          null,
          null,
          e);
    }
    boolean made = false;
    try {
      SandboxManifest.write(row);
      Sandbox sandbox = makeInside(token);
      made = true;
      return sandbox;
    } finally {
      if (!made) {
        Deletion.of(row.directory());
      }
    }
  }

  private Sandbox makeInside(CancellationToken token) throws InterruptedException, IOException {
    RepositoryRules rules = source.rules(token);
    Path files = Files.createDirectories(files()).toRealPath();
    SandboxRepository ledger = ledger(files, rules);
    ledger.create(row.base(), token);
    Tree tree = ledger.treeOf(row.base(), token);
    if (source instanceof CheckoutSource checkout) {
      String branch = checkout.branch(token);
      // For commands to see what is checked out; nothing else reads it.
      AlternatesRepository.copy(
          ledger.repository(),
          files.resolve(".git"),
          branch.startsWith("refs/heads/") ? branch : VisibleRepository.NO_BRANCH,
          commit(tree));
      Files.copy(ledger.index(), files.resolve(".git/index"));
    }
    Sandbox.Beside beside = beside(ledger, tree, token);
    beside.restore(token);
    List<Path> originals = originals(rules);
    fill(ledger, files, new SafePaths(files, beside.submodules().paths()), originals, token);
    beside.restore(token);
    boolean filled = !resource.settings().copyIn().isEmpty() || resource.settings().setUp() != null;
    // Nothing but the base is there yet, unless something was copied in or made.
    return sandbox(ledger, tree, beside, originals, filled ? ledger.unseen(token) : 0, true);
  }

  /**
   * Reopens the existing directory, with what is ignored and what the set-up command made. The
   * other files stay in whatever state they are.
   */
  Sandbox reopen(CancellationToken token) throws InterruptedException, IOException {
    source.pin(row.plan(), row.base(), token);
    RepositoryRules rules = source.rules(token);
    Path files = files();
    Path inside = row.directory().toRealPath().resolve(row.directory().relativize(files));
    if (!Files.isDirectory(files) || !files.toRealPath().equals(inside)) {
      throw new NotDirectoryException(files.toString());
    }
    SandboxManifest.renew(row);
    SandboxRepository ledger = ledger(inside, rules);
    ledger.reopen();
    Tree tree = ledger.treeOf(row.base(), token);
    return sandbox(
        ledger, tree, beside(ledger, tree, token), originals(rules), ledger.unseen(token), false);
  }

  private Sandbox sandbox(
      SandboxRepository ledger,
      Tree tree,
      Sandbox.Beside beside,
      List<Path> originals,
      long unseen,
      boolean made) {
    return new Sandbox(
        row,
        source,
        ledger,
        new Sandbox.Start(ledger.files(), tree, commit(tree), beside, unseen, made),
        originals);
  }

  private Git plain() {
    return new Git(runner, row.directory());
  }

  private SandboxRepository ledger(Path files, RepositoryRules rules) {
    return new SandboxRepository(plain(), row.directory().resolve("ledger.git"), files, rules);
  }

  /** The base, unless it is just a tree. */
  private Optional<String> commit(Tree tree) {
    return tree.id().equals(row.base()) ? Optional.empty() : Optional.of(row.base());
  }

  private Sandbox.Beside beside(SandboxRepository ledger, Tree tree, CancellationToken token)
      throws InterruptedException, IOException {
    return new Sandbox.Beside(
        Submodules.of(
            ledger,
            tree,
            plain().withoutUserConfiguration(),
            path -> rulesOf(resource.location().resolve(path), token),
            token),
        source instanceof DirectorySource
            ? EmptyFolders.of(resource.location(), DirectorySource.PROTECTED, ledger.files())
            : EmptyFolders.none(ledger.files()));
  }

  /** Empty if the user has no repository there that git can read. */
  private Optional<RepositoryRules> rulesOf(Path checkedOut, CancellationToken token)
      throws InterruptedException {
    try {
      return Files.exists(checkedOut.resolve(".git"))
          ? Optional.of(new CheckoutSource(new Git(runner, checkedOut)).rules(token))
          : Optional.empty();
    } catch (GitException e) {
      return Optional.empty();
    }
  }

  private List<Path> originals(RepositoryRules rules) {
    List<Path> originals = new ArrayList<>(rules.sources());
    originals.addAll(List.of(resource.location(), PrivateDirectory.parent(rules.objects())));
    return originals;
  }

  /** They have the name that they have at the user's: some tools call a project by its folder. */
  private Path files() {
    Path name = resource.location().getFileName();
    return row.directory().resolve("files").resolve(name == null ? "root" : name.toString());
  }

  private void fill(
      SandboxRepository ledger,
      Path files,
      SafePaths paths,
      List<Path> originals,
      CancellationToken token)
      throws InterruptedException, IOException {
    if (!resource.settings().copyIn().isEmpty()) {
      new CopyInFiles(resource.settings().copyIn())
          .copy(resource.location(), source.unseen(token), paths);
    }
    String setUp = resource.settings().setUp();
    if (setUp != null) {
      Command command = Command.shell(setUp).withDirectory(files);
      run(setUp, bounds.around(command, List.of(files), originals), token);
      ledger.ignoreNewFiles(token);
      ledger.restore(ledger.treeOf(row.base(), token), token);
    }
  }

  private void run(String setUp, Command command, CancellationToken token)
      throws InterruptedException {
    CommandResult result = runner.run(command, token);
    if (result.ending() instanceof CommandEnding.Cancelled(var cause)) {
      throw new CancelledException(cause);
    }
    if (!result.succeeded()) {
      String said = (result.output().text() + result.errors().text()).strip();
      throw new OperationException(
          OperationException.Kind.FAILED,
          "The set-up command of %s failed (%s): %s\n%s"
              .formatted(resource.name().forPeople(), ending(result), setUp, end(said)),
          "Run the command by hand in a fresh clone of the project, and correct it in the"
              + " resource's settings",
          null);
    }
  }

  private static String ending(CommandResult result) {
    return result.exitCode().isPresent()
        ? "exit code " + result.exitCode().getAsInt()
        : "its time was up";
  }

  private static String end(String said) {
    return said.length() <= SHOWN ? said : "… " + said.substring(said.length() - SHOWN);
  }
}
