package dev.cleveragents.models.replay;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.engine.model.RequestHash;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers from a recording, by role and turn. It has the limits and the price of the first recorded
 * model, so that a replayed plan costs what the recorded one did. Immutable.
 */
public final class ReplayModel implements ChatModel {

  private static final int WINDOW = 128_000;
  private static final int OUTPUT = 8_000;

  private final ModelInfo info;
  private final Map<Turn, RecordedExchange> exchanges = new HashMap<>();
  private final boolean strict;

  /**
   * @param strict whether a request that differs from the recorded one is an error
   */
  public ReplayModel(ModelName name, Recording recording, boolean strict) {
    this.strict = strict;
    recording.exchanges().forEach(it -> exchanges.put(it.turn(), it));
    this.info = info(name, recording.exchanges());
  }

  private static ModelInfo info(ModelName name, List<RecordedExchange> exchanges) {
    if (exchanges.isEmpty()) {
      return new ModelInfo(name, WINDOW, OUTPUT, null);
    }
    ModelInfo first = exchanges.getFirst().model();
    return new ModelInfo(name, first.contextWindow(), first.maxOutput(), first.price());
  }

  boolean has(String role) {
    return exchanges.keySet().stream().anyMatch(turn -> turn.role().equals(role));
  }

  @Override
  public ModelInfo info() {
    return info;
  }

  @Override
  public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException {
    token.throwIfCancelled();
    Turn turn = request.turn();
    RecordedExchange exchange = exchanges.get(turn);
    if (exchange == null) {
      long last = exchanges.keySet().stream().filter(it -> it.role().equals(turn.role())).count();
      throw new ModelException(
          Kind.INVALID_REQUEST,
          "The recording has no turn %d of role '%s': it has %d. The plan has taken another course than the recorded one."
              .formatted(turn.number(), turn.role(), last));
    }
    if (strict && !exchange.request().equals(RequestHash.of(request))) {
      throw new ModelException(
          Kind.INVALID_REQUEST,
          "Turn %d of role '%s' asks for something else than the recorded one. Replay without strict comparison, or record again."
              .formatted(turn.number(), turn.role()));
    }
    if (!exchange.reply().text().isEmpty()) {
      listener.text(exchange.reply().text());
    }
    return exchange.reply();
  }
}
