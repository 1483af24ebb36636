/**
 * Addresses and keys of providers.
 *
 * <ul>
 *   <li>The text of a key leaves a {@link dev.cleveragents.models.access.Secret} only for a request
 *       to its provider; it is in no message, log line or {@code toString}.
 * </ul>
 */
@NullMarked
package dev.cleveragents.models.access;

import org.jspecify.annotations.NullMarked;
