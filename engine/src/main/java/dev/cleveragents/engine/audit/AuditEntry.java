package dev.cleveragents.engine.audit;

import java.time.Instant;

/**
 * An event in the log.
 *
 * @param position from 1, gapless
 * @param event as stored, without secrets
 * @param at the time of storing, by the store's clock
 * @param hash binds this entry to all entries before it
 */
public record AuditEntry(long position, AuditEvent event, Instant at, String hash) {}
