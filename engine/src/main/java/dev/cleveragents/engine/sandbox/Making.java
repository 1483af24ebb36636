package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.Deletion;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.Ending;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Makes the directory of a sandbox: the ledger, the files, for a git checkout a repository of their
 * own, what is copied in, what the set-up command makes. Used once.
 */
final class Making {

  private static final int SHOWN = 4000;

  private final SandboxRecord row;
  private final Resource resource;
  private final Source source;
  private final CommandRunner runner;
  private final CommandBounds bounds;

  Making(
      SandboxRecord row,
      Resource resource,
      Source source,
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
    PrivateFiles.create(PrivateFiles.parent(row.directory()));
    try {
      Files.createDirectory(row.directory());
    } catch (FileAlreadyExistsException e) {
      throw new PlanException(
          PlanException.Kind.CONFLICT,
          "%s is there already: a lease has one sandbox of a resource".formatted(row.directory()),
          null,
          null,
          e);
    }
    boolean made = false;
    try {
      NamePlate.write(row);
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
    Rules rules = source.rules(token);
    Path files = makeFiles();
    Git plain = new Git(runner, row.directory());
    Ledger ledger = new Ledger(plain, row.directory().resolve("ledger.git"), files, rules);
    ledger.create(row.base(), token);
    Tree tree = ledger.treeOf(row.base(), token);
    Optional<String> commit =
        tree.id().equals(row.base()) ? Optional.empty() : Optional.of(row.base());
    if (source instanceof Checkout checkout) {
      BorrowingRepository.make(
          plain.withoutUserConfiguration(), files.resolve(".git"), rules, token);
      checkOut(plain.in(files).withoutUserConfiguration(), checkout.branch(token), commit, token);
      Files.copy(ledger.index(), files.resolve(".git/index"));
    }
    List<String> submodules = ledger.submodules(tree, token);
    List<Path> originals = List.of(resource.location(), PrivateFiles.parent(rules.objects()));
    fill(ledger, files, new SafePaths(files, submodules), originals, token);
    return new Sandbox(
        row,
        source,
        ledger,
        new Sandbox.Start(files, tree, commit, submodules, ledger.unseen(token)),
        originals);
  }

  /** They have the name that they have at the user's: some tools call a project by its folder. */
  private Path makeFiles() throws IOException {
    Path name = resource.location().getFileName();
    Path files = row.directory().resolve("files").resolve(name == null ? "root" : name.toString());
    return Files.createDirectories(files).toRealPath();
  }

  /** Says in the repository that commands see what is checked out; nothing else reads it. */
  private static void checkOut(
      Git git, String branch, Optional<String> commit, CancellationToken token)
      throws InterruptedException {
    if (branch.startsWith("refs/heads/")) {
      git.run(List.of("symbolic-ref", "HEAD", branch), token);
    }
    if (commit.isPresent()) {
      git.run(List.of("update-ref", "HEAD", commit.get()), token);
    }
  }

  private void fill(
      Ledger ledger, Path files, SafePaths paths, List<Path> originals, CancellationToken token)
      throws InterruptedException, IOException {
    if (!resource.settings().copyIn().isEmpty()) {
      new CopyIn(resource.settings().copyIn())
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
    if (result.ending() instanceof Ending.Cancelled(var cause)) {
      throw new CancelledException(cause);
    }
    if (!result.succeeded()) {
      String said = (result.output().text() + result.errors().text()).strip();
      throw new PlanException(
          PlanException.Kind.FAILED,
          "The set-up command of %s failed (%s): %s\n%s"
              .formatted(resource.name().forPeople(), ending(result), setUp, end(said)),
          "Run it by hand in a fresh copy of the project, and mend it in the resource's settings",
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
