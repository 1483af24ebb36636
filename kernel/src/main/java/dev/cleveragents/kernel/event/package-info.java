/**
 * Events from those who know to those who want to know. {@link EventBus} numbers what is published;
 * every {@link Subscription} reads the same order at its own pace from a queue of bounded size, and
 * is told in the right place what it was too slow for. Nobody is called: subscribers pull, on their
 * own threads.
 */
@NullMarked
package dev.cleveragents.kernel.event;

import org.jspecify.annotations.NullMarked;
