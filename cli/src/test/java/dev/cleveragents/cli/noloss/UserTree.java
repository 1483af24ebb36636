package dev.cleveragents.cli.noloss;

import dev.cleveragents.fixtures.GitRepository;
import java.io.IOException;
import java.nio.file.Path;

/** What a user's repository may be like when a plan comes. All but the name is made by git. */
enum UserTree {
  CLEAN(""),
  DIRTY(
      """
      echo 'not committed' >> notes.txt
      rm unloved.txt
      """),
  STAGED(
      """
      echo staged >> notes.txt
      echo new > staged-new.txt
      git rm -q --cached unloved.txt
      git add notes.txt staged-new.txt
      echo 'and more, not staged' >> notes.txt
      """),
  UNTRACKED(
      """
      echo mine > untracked.txt
      echo mine > folder/untracked.txt
      mkdir deep && echo mine > deep/untracked.txt
      """),
  IGNORED(
      """
      mkdir ignored && echo secret > ignored/.env
      echo log > debug.log
      echo log > folder/debug.log
      """),
  /** All of the above at once. */
  MIXED(
      """
      echo staged >> notes.txt
      echo new > staged-new.txt
      git add notes.txt staged-new.txt
      echo 'and more, not staged' >> notes.txt
      rm unloved.txt
      echo mine > untracked.txt
      mkdir deep && echo mine > deep/untracked.txt
      mkdir ignored && echo secret > ignored/.env
      echo log > folder/debug.log
      """),
  DETACHED(
      """
      git checkout -q --detach
      echo 'not committed' >> notes.txt
      echo mine > untracked.txt
      """),
  SUBMODULE(
      """
      mkdir ../library && git -C ../library init -q -b main
      echo code > ../library/code.txt
      git -C ../library add -A
      git -C ../library -c user.name=Lib -c user.email=lib@example.org commit -q -m lib
      git -c protocol.file.allow=always submodule --quiet add ../library library
      git commit -q -m 'with a library'
      echo 'not committed' >> library/code.txt
      echo mine > library/untracked.txt
      """),
  WORKTREE(
      """
      git worktree add -q ../linked -b feature
      echo 'not committed, in the first' >> notes.txt
      cd ../linked
      echo 'not committed' >> notes.txt
      echo staged > staged-new.txt
      git add staged-new.txt
      """);

  private final String lines;

  UserTree(String lines) {
    this.lines = lines;
  }

  /** Makes it in a new folder; returns where the user works. */
  Path make(Path folder) throws IOException {
    Path shop = folder.resolve("shop");
    GitRepository.init(shop, "--template=");
    Shell.run(
        shop,
        """
        git config shop.colour green
        printf 'ignored/\\n*.log\\n' > .gitignore
        mkdir folder
        printf 'one\\ntwo\\nthree\\n' > a.txt
        printf 'b\\n' > b.txt
        printf 'c\\n' > folder/c.txt
        printf 'gone\\n' > gone.txt
        printf 'a text that is long enough to be known again\\n' > old-name.txt
        printf 'my notes\\n' > notes.txt
        printf 'unloved\\n' > unloved.txt
        printf 'kept\\n' > kept.txt
        git add -A
        git commit -q -m first
        git branch other
        git tag v1
        echo 'put aside' >> notes.txt
        git stash -q
        """
            + lines
            + """
              hooks=$(git rev-parse --path-format=absolute --git-common-dir)/hooks
              mkdir -p "$hooks"
              for hook in post-checkout post-commit post-index-change reference-transaction; do
                printf '#!/bin/sh\\ntouch "$(dirname "$0")/a-hook-ran"\\n' > "$hooks/$hook"
                chmod +x "$hooks/$hook"
              done
              """);
    return this == WORKTREE ? folder.resolve("linked") : shop;
  }
}
