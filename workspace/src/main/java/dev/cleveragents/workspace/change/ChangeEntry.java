package dev.cleveragents.workspace.change;

import java.time.Instant;

/**
 * A change as it is stored in its changeset.
 *
 * @param sequence its place there, from 1, without a gap
 * @param at when it was stored, by the store's clock
 */
public record ChangeEntry(long sequence, Change change, ChangeOrigin origin, Instant at) {}
