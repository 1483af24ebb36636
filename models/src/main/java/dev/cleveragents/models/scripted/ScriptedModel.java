package dev.cleveragents.models.scripted;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Answers as a script says: a list of rules, of which the first wins whose {@code when} is found in
 * the last message and whose {@code turn} is the request's. Costs nothing. Immutable.
 */
public final class ScriptedModel implements ChatModel {

  private static final ModelPrice FREE =
      new ModelPrice(Money.ZERO, Money.ZERO, Money.ZERO, Money.ZERO);
  private static final int WINDOW = 128_000;
  private static final int OUTPUT = 8_000;

  private final ModelInfo info;
  private final List<ScriptRule> rules;

  private ScriptedModel(ModelName name, List<ScriptRule> rules) {
    this.info = new ModelInfo(name, WINDOW, OUTPUT, FREE);
    this.rules = rules;
  }

  /**
   * Reads a script.
   *
   * @throws ModelException if there is none, or it cannot be used; the message says why
   */
  public static ScriptedModel open(ModelName name, Path file) throws ModelException {
    try {
      return new ScriptedModel(name, Script.read(Files.readString(file)));
    } catch (NoSuchFileException e) {
      throw new ModelException(Kind.NOT_FOUND, "There is no script %s.".formatted(file));
    } catch (IOException e) {
      throw new ModelException(
          Kind.INVALID_REQUEST, "Cannot read the script %s as UTF-8 text.".formatted(file));
    } catch (IllegalArgumentException e) {
      throw new ModelException(
          Kind.INVALID_REQUEST, "Cannot use the script %s: %s.".formatted(file, e.getMessage()));
    }
  }

  @Override
  public ModelInfo info() {
    return info;
  }

  @Override
  public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    token.throwIfCancelled();
    int turn = request.turn().number();
    String last = lastMessage(request.messages());
    for (ScriptRule rule : rules) {
      if (rule.matches(turn, last)) {
        return follow(rule, turn, listener, token);
      }
    }
    throw new ModelException(
        Kind.INVALID_REQUEST,
        "%s has no rule for turn %d of role '%s'. Add one without 'when' and 'turn' at its end."
            .formatted(info.name(), turn, request.turn().role()));
  }

  private ModelReply follow(
      ScriptRule rule, int turn, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    if (!rule.delay().isZero() && token.await(rule.delay())) {
      token.throwIfCancelled();
    }
    if (rule.fail() != null) {
      throw new ModelException(
          rule.fail(), "%s fails in turn %d, as its script says.".formatted(info.name(), turn));
    }
    ModelReply reply = rule.reply();
    if (!reply.text().isEmpty()) {
      listener.text(reply.text());
    }
    return new ModelReply(
        reply.text(), withIds(reply.calls(), turn), reply.stop(), reply.usage(), "");
  }

  /** Ids that are unique in the conversation, as those of providers. */
  private static List<ModelToolCall> withIds(List<ModelToolCall> calls, int turn) {
    return calls.stream()
        .map(
            it ->
                new ModelToolCall(
                    it.id().replace("call_", "call_%d_".formatted(turn)),
                    it.tool(),
                    it.arguments()))
        .toList();
  }

  private static String lastMessage(List<ModelMessage> messages) {
    return messages.isEmpty()
        ? ""
        : switch (messages.getLast()) {
          case ModelMessage.User(String text) -> text;
          case ModelMessage.Assistant assistant -> assistant.text();
          case ModelMessage.ToolAnswers answers ->
              answers.answers().stream()
                  .map(ModelMessage.ToolAnswer::text)
                  .collect(Collectors.joining("\n"));
        };
  }
}
