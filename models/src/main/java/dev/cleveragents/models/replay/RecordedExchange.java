package dev.cleveragents.models.replay;

import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import java.time.Duration;

/**
 * One exchange of a recording.
 *
 * @param model that has replied
 * @param request the {@link RequestHash} of what it was asked
 * @param took how long the exchange has lasted
 */
public record RecordedExchange(
    Turn turn, ModelInfo model, String request, ModelReply reply, Duration took) {}
