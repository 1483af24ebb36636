package dev.cleveragents.cli.command.context;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.command.Span;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.project.IndexNews;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Tells what becomes of an index that is watched, a line for each update: to a person in words, to
 * a program in JSON; and at the end the last of them. Told by two threads; {@code lock} guards what
 * is remembered.
 */
final class WatchView implements Consumer<IndexNews> {

  private static final int REMEMBERED = 500;

  private final Dialogue dialogue;
  private final boolean asItComes;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Deque<Data> last = new ArrayDeque<>();

  /**
   * @param asItComes whether a program is told at once, and not only at the end
   */
  WatchView(Dialogue dialogue, boolean asItComes) {
    this.dialogue = dialogue;
    this.asItComes = asItComes;
  }

  void begins(Path root) {
    dialogue.say("watching %s; Ctrl-C ends it".formatted(root));
    dialogue.news(Data.of("event", "watching").with("folder", root.toString()));
  }

  @Override
  public void accept(IndexNews news) {
    switch (news) {
      case IndexNews.Working at ->
          dialogue.show(
              "index: %s %,d of %,d"
                  .formatted(at.phase().name().toLowerCase(Locale.ROOT), at.done(), at.total()));
      case IndexNews.TextIndexed text -> text(text);
      case IndexNews.SyntaxRead syntax ->
          tell(
              "syntax: %,d files read".formatted(syntax.files()),
              Data.of("kind", "syntax").with("parsed", syntax.files()));
      case IndexNews.WeightsFitted weights ->
          tell(
              "weights: " + weights.fitted().why(),
              Data.of("kind", "weights")
                  .with("kept", weights.fitted().kept())
                  .with("why", weights.fitted().why()));
      case IndexNews.Failed failed ->
          tell(
              "trouble, tried again in %s: %s".formatted(Span.words(failed.again()), failed.why()),
              Data.of("kind", "trouble").with("why", failed.why()));
      case IndexNews.OnlyLooking looking ->
          tell(
              "the system does not tell of changes here (%s); looking every %s instead"
                  .formatted(looking.why(), Span.words(looking.every())),
              Data.of("kind", "looking").with("why", looking.why()));
    }
  }

  private void text(IndexNews.TextIndexed text) {
    UpdateResult result = text.result();
    String anew = result.rebuilt().map(why -> ", made anew: " + why).orElse("");
    tell(
        "text: %,d files indexed, %,d removed, generation %d, in %s%s"
            .formatted(
                result.written(),
                result.removed(),
                result.generation(),
                Span.words(text.took()),
                anew),
        Data.of("kind", "text")
            .with("written", result.written())
            .with("removed", result.removed())
            .with("generation", result.generation())
            .with("rebuilt", result.rebuilt().orElse(null)));
  }

  private void tell(String line, Data data) {
    dialogue.say(line);
    if (asItComes) {
      dialogue.news(Data.of("event", "update").with("update", data));
    }
    synchronized (lock) {
      last.addLast(data);
      if (last.size() > REMEMBERED) {
        last.removeFirst();
      }
    }
  }

  Result answer(IndexView index) {
    synchronized (lock) {
      return Result.ok(index.data().with("updates", List.copyOf(last)), index.page());
    }
  }
}
