package dev.cleveragents.context.project;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A repository that grows. */
final class Shop {

  private static final CancellationToken GO = CancellationToken.none();

  private final Path root;
  private final Git git;

  private Shop(Path root) {
    this.root = root;
    this.git =
        new Git(
                new CommandRunner(
                    ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
                root)
            .with("GIT_AUTHOR_NAME", "A")
            .with("GIT_AUTHOR_EMAIL", "a@example.org")
            .with("GIT_COMMITTER_NAME", "A")
            .with("GIT_COMMITTER_EMAIL", "a@example.org");
  }

  /** One with a single file, committed. */
  static Shop in(Path folder) throws Exception {
    Shop shop = new Shop(Files.createDirectories(folder));
    shop.git("init", "-q", "-b", "main");
    return shop.write("Cart.java", "class Cart {\n  int total() { return 1; }\n}\n")
        .commit("the shop");
  }

  Path root() {
    return root;
  }

  Shop write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  Shop git(String... arguments) throws Exception {
    git.run(List.of(arguments), GO);
    return this;
  }

  Shop commit(String message) throws Exception {
    return git("add", "-A").git("commit", "-q", "--allow-empty", "-m", message);
  }

  String head() throws Exception {
    return git.text(GO, "rev-parse", "HEAD");
  }

  /** So many commits at once, each of which changes one of five files, as its message says. */
  Shop grow(int commits) throws Exception {
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < commits; i++) {
      String name = List.of("Basket", "Invoice", "Customer", "Stock", "Voucher").get(i % 5);
      String text = "class %s {\n  int %s%d() { return %d; }\n}\n".formatted(name, name, i, i);
      String message = "correct the %s once more".formatted(name);
      stream.append(
          """
          commit refs/heads/main
          committer A <a@example.org> %d +0000
          data %d
          %s
          %sM 100644 inline %s.java
          data %d
          %s
          """
              .formatted(
                  1_700_000_000 + i,
                  message.length(),
                  message,
                  i == 0 ? "from refs/heads/main^0\n" : "",
                  name,
                  text.length(),
                  text));
    }
    git.run(
        List.of("fast-import", "--quiet"), stream.toString().getBytes(StandardCharsets.UTF_8), GO);
    return this;
  }
}
