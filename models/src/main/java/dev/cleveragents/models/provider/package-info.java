/**
 * Models of providers, over langchain4j. {@code ProviderModel} makes one exchange, {@code
 * RetryingModel} repeats it; a {@code Wire} is what differs from provider to provider.
 *
 * <ul>
 *   <li>A reply is only returned whole: with its end, its usage, and tool calls that are JSON.
 *   <li>The error message of a provider is shown without keys and in bounds.
 * </ul>
 */
@NullMarked
package dev.cleveragents.models.provider;

import org.jspecify.annotations.NullMarked;
