/**
 * Durable jobs beside other job queues: each {@link dev.cleveragents.bench.durable.QueueContender}
 * works off the same no-op jobs on the same server, by turns.
 */
@NullMarked
package dev.cleveragents.bench.durable;

import org.jspecify.annotations.NullMarked;
