package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.exec.confine.ConfinementWrapper;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.exec.confine.NamespaceConfinement;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A confined program writes where it may and nowhere else; all else of it is as it always is. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ConfinementTest {

  /** By what; skipped where it is not to be had, but not where ours alone does not work. */
  enum By {
    NAMESPACES("unshare --user --map-root-user --mount --ipc --pid --fork --net -- true"),
    BUBBLEWRAP(
        "bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-net --ro-bind / / -- true");

    private final String plain;

    /**
     * @param plain a line that works where the machine lets it be used
     */
    By(String plain) {
      this.plain = plain;
    }

    ConfinementWrapper orSkip() throws InterruptedException {
      String path = System.getenv("PATH");
      Optional<ConfinementWrapper> wrapper =
          this == NAMESPACES
              ? ConfinementTrial.namespaces(path, Isolation.NETWORK)
              : ConfinementTrial.bubblewrap(path, Isolation.NETWORK);
      assumeTrue(wrapper.isPresent(), () -> this + " is not installed");
      Optional<String> failure = ConfinementTrial.failure(wrapper.orElseThrow());
      if (failure.isPresent() && Command.shell(plain).run(CancellationToken.none()).succeeded()) {
        fail("This machine can, but ours does not work: " + failure.orElseThrow());
      }
      assumeTrue(failure.isEmpty(), () -> failure.orElse(""));
      return wrapper.orElseThrow();
    }

    /** A command line that may write among temporary files only. */
    Command shell(String line) throws InterruptedException {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      return Command.shell(line)
          .confined(
              new Confinement.Wrapping(
                  orSkip(), new ConfinementRules(List.of(temporary), List.of(), List.of())));
    }
  }

  @TempDir Path folder;
  private Path own;
  private Path others;

  @BeforeEach
  void folders() throws Exception {
    own = Files.createDirectories(folder.resolve("data/sandbox"));
    others = Files.createDirectories(folder.resolve("repository"));
    Files.writeString(others.resolve("precious"), "mine\n");
    Files.writeString(own.resolve("work"), "begun\n");
  }

  private CommandResult run(By by, ConfinementRules confines, String line) throws Exception {
    return Command.shell(line)
        .withDirectory(own)
        .withVariable("OTHERS", others.toString())
        .confined(new Confinement.Wrapping(by.orSkip(), confines))
        .run(CancellationToken.none());
  }

  private void nothingChanged() throws Exception {
    assertThat(others.resolve("precious")).hasContent("mine\n");
    try (var files = Files.list(others)) {
      assertThat(files).containsExactly(others.resolve("precious"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void itWritesInItsOwnFolderAndReadsEverywhere(By by) throws Exception {
    CommandResult result =
        run(
            by,
            new ConfinementRules(List.of(own), List.of(), List.of()),
            "cat \"$OTHERS/precious\" > read && echo more >> work && mkdir sub && mv read sub/ &&"
                + " pwd; id -u");
    assertThat(result.succeeded()).isTrue();
    assertThat(own.resolve("sub/read")).hasContent("mine\n");
    assertThat(own.resolve("work")).hasContent("begun\nmore\n");
    assertThat(result.output().text()).startsWith(own + "\n");
    assertThat(result.output().text().lines().skip(1))
        .containsExactly(
            Command.of("id", "-u").run(CancellationToken.none()).output().text().strip());
  }

  @ParameterizedTest
  @EnumSource
  void nothingElseCanBeWrittenHoweverItIsReached(By by) throws Exception {
    CommandResult result =
        run(
            by,
            new ConfinementRules(List.of(own), List.of(), List.of()),
            """
            ln -s "$OTHERS" link
            echo x > "$OTHERS/precious"; echo x >> link/precious; echo x > ../../repository/new
            rm -f "$OTHERS/precious"; mv "$OTHERS/precious" here; ln "$OTHERS/precious" hard
            touch link/new; chmod 600 link/precious; truncate -s 0 "$OTHERS/precious"
            cd "$OTHERS" && echo x > new; rm -rf "$OTHERS"; mv "$OTHERS" moved
            mount -o remount,bind,rw none /; umount -l /; echo x > "$OTHERS/new"
            cp "/proc/self/root$OTHERS/precious" copy; echo x > "/proc/self/root$OTHERS/precious"
            """);
    assertThat(result.errors().text()).contains("Read-only file system");
    nothingChanged();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsGuardedStaysReadOnlyInWhatIsSharedAndItsOwnFolderInWhatIsGuarded(By by)
      throws Exception {
    Path data = folder.resolve("data");
    Path sibling = Files.createDirectories(data.resolve("another"));
    CommandResult result =
        run(
            by,
            new ConfinementRules(
                List.of(own), List.of(folder, others.resolve("precious")), List.of(data, others)),
            "echo x > %s/shared; echo x > %s/x; echo x > %s/x; echo x > \"$OTHERS/precious\"; echo x > in"
                .formatted(folder, sibling, data));
    assertThat(folder.resolve("shared")).hasContent("x\n");
    assertThat(own.resolve("in")).hasContent("x\n");
    assertThat(sibling).isEmptyDirectory();
    assertThat(data.resolve("x")).doesNotExist();
    assertThat(result.errors().text()).contains("Read-only file system");
    nothingChanged();
  }

  @ParameterizedTest
  @EnumSource
  void noFolderAboveWhatIsGuardedOrItsOwnCanBeMovedAwayFromIt(By by) throws Exception {
    Path guarded = Files.createDirectories(folder.resolve("work/deep/project"));
    ConfinementRules rules =
        new ConfinementRules(List.of(own), List.of(folder), List.of(guarded, others));
    String move =
        "cd /; for it in work work/deep work/deep/project data data/sandbox; do mv '%1$s'/$it '%1$s/moved'; done"
            .formatted(folder);
    CommandResult result = run(by, rules, move + "; mkdir '%s/work/mine'".formatted(folder));
    assertThat(result.errors().text().lines()).hasSize(5).allMatch(it -> it.contains("busy"));
    assertThat(guarded).isDirectory();
    assertThat(own).isDirectory();
    assertThat(folder.resolve("work/mine")).isDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void aLinkThatAProgramPutWhereSomethingIsSharedOpensNothing(By by) throws Exception {
    Path shared = Files.createDirectories(folder.resolve("shared"));
    Path inner = Files.createDirectories(shared.resolve("inner"));
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), shared.resolve("cache"));
    ConfinementRules rules =
        new ConfinementRules(List.of(own), List.of(shared, inner, linked), List.of());
    String line =
        "rm -rf '%1$s/inner' '%1$s/cache'; ln -s '%2$s' '%1$s/inner'; ln -s '%2$s' '%1$s/cache'"
            .formatted(shared, elsewhere);
    assertThat(run(by, rules, line).succeeded()).isTrue();
    assertThat(Files.readSymbolicLink(inner)).isEqualTo(elsewhere);
    CommandResult second =
        run(by, rules, "touch '%1$s/inner/x' '%1$s/cache/x' '%1$s/in'".formatted(shared));
    assertThat(second.errors().text()).contains("Read-only file system");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(shared.resolve("in")).exists();
  }

  @ParameterizedTest
  @EnumSource
  void aFileMayBeSharedAndWhatIsNotThereIsPassedOver(By by) throws Exception {
    Path settings = Files.writeString(folder.resolve("settings.json"), "{}");
    run(
        by,
        new ConfinementRules(
            List.of(own),
            List.of(settings, folder.resolve("nothing")),
            List.of(Path.of("/no/where"))),
        "echo new > %s; echo x > %s/beside".formatted(settings, folder));
    assertThat(settings).hasContent("new\n");
    assertThat(folder.resolve("beside")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void exitCodeSignalInputOutputAndVariablesAreThoseOfTheProgram(By by) throws Exception {
    ConfinementRules confines = new ConfinementRules(List.of(own), List.of(), List.of());
    assertThat(run(by, confines, "exit 7").ending()).isEqualTo(new CommandEnding.Exited(7));
    assertThat(run(by, confines, "kill -9 $$").ending()).isEqualTo(new CommandEnding.Exited(137));
    CommandResult result =
        Command.of(
                "sh",
                "-c",
                "cat; echo err >&2; printf '%s|' \"$@\" \"$SET\"",
                "sh",
                "--",
                "a b",
                "")
            .withDirectory(own)
            .withVariables(Map.of("SET", "it's"))
            .withInput("in\n".getBytes(StandardCharsets.UTF_8))
            .confined(new Confinement.Wrapping(by.orSkip(), confines))
            .run(CancellationToken.none());
    assertThat(result.output().text()).isEqualTo("in\n--|a b||it's|");
    assertThat(result.errors().text()).isEqualTo("err\n");
  }

  @ParameterizedTest
  @EnumSource
  void gitWorksInACloneThatBorrowsFromWhatItMayNotWrite(By by) throws Exception {
    GitRepository.init(others)
        .commit("one")
        .git("clone", "-q", "--shared", others.toString(), own.resolve("clone").toString());
    CommandResult result =
        run(
            by,
            new ConfinementRules(List.of(own), List.of(), List.of()),
            "cd clone && echo two >> precious && git -c user.name=A -c user.email=a@b commit -qam"
                + " two && git gc -q && git log --format=%s");
    assertThat(result.errors().text()).isEmpty();
    assertThat(result.output().text()).isEqualTo("two\none\n");
    assertThat(others.resolve("precious")).hasContent("mine\n");
  }

  @Test
  void whatIsFoundOnThisMachineConfinesOrSaysWhyNot() throws Exception {
    Confinement found = Confinement.ofThisMachine();
    assertThat(Confinement.ofThisMachine()).isSameAs(found);
    assertThat(found.remark()).isNotBlank();
    assumeTrue(found.kind() != Confinement.Kind.NONE, found::remark);
    ConfinementRules confines = new ConfinementRules(List.of(own), List.of(), List.of());
    found
        .confine(
            Command.shell("echo x > new; echo x > " + others + "/new").withDirectory(own), confines)
        .run(CancellationToken.none());
    assertThat(own.resolve("new")).hasContent("x\n");
    nothingChanged();
  }

  @Test
  void whereNothingIsInstalledItSaysSo() throws Exception {
    Confinement none = ConfinementTrial.find(folder.toString());
    assertThat(none.kind()).isEqualTo(Confinement.Kind.NONE);
    assertThat(none.remark()).contains("bwrap").contains("install");
    assertThatThrownBy(
            () ->
                none.confine(
                    Command.of("true"), new ConfinementRules(List.of(), List.of(), List.of())))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aWrapperThatConfinesNothingOrDoesNotWorkIsNotUsed() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.writeString(
        bin.resolve("bwrap"),
        "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\n");
    Files.writeString(
        bin.resolve("unshare"), "#!/bin/sh\necho 'unshare: not allowed' >&2; exit 1\n");
    Files.writeString(bin.resolve("mount"), "#!/bin/sh\nexit 1\n");
    for (String name : List.of("bwrap", "unshare", "mount")) {
      assertThat(bin.resolve(name).toFile().setExecutable(true)).isTrue();
    }
    Confinement none = ConfinementTrial.find(bin.toString());
    assertThat(none.kind()).isEqualTo(Confinement.Kind.NONE);
    assertThat(none.remark()).contains("bwrap does not work here").contains("unshare: not allowed");
  }

  @Test
  void aProgramThatCouldNotBeConfinedIsNotStartedAndSaysWhy() throws Exception {
    NamespaceConfinement real = (NamespaceConfinement) By.NAMESPACES.orSkip();
    Path mount = Files.writeString(folder.resolve("mount"), "#!/bin/sh\nexit 1\n");
    assertThat(mount.toFile().setExecutable(true)).isTrue();
    CommandResult result =
        Command.shell("touch " + own + "/ran")
            .withDirectory(own)
            .confined(
                new Confinement.Wrapping(
                    new NamespaceConfinement(
                        new NamespaceConfinement.Programs(
                            real.programs().unshare(), mount, Path.of("/"), Path.of("/")),
                        real.user(),
                        Isolation.FILES),
                    new ConfinementRules(List.of(own), List.of(), List.of())))
            .run(CancellationToken.none());
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(126));
    assertThat(result.errors().text()).contains("was not started").contains("sandbox.confine");
    assertThat(own.resolve("ran")).doesNotExist();
  }
}
