package dev.cleveragents.engine.audit;

import java.time.Instant;

/**
 * An event as it stands in the log.
 *
 * @param position its place, from 1, without a gap
 * @param event without secrets, as it was stored
 * @param at when it was stored, by the store's clock
 * @param hash binds it to all before it
 */
public record AuditEntry(long position, Event event, Instant at, String hash) {}
