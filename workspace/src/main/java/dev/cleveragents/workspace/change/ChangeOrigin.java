package dev.cleveragents.workspace.change;

/**
 * Who made a change.
 *
 * @param tool the tool that made it
 * @param callId which call of that tool
 * @param actor the actor that called it
 */
public record ChangeOrigin(String tool, String callId, String actor) {}
