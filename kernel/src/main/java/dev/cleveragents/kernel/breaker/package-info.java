/**
 * The circuit breaker: who may call a part that keeps failing, and when to try it again. In come
 * outcomes, with a permit or without; out go admissions, views for people and events. Everything
 * about one name hangs on one atomic reference, and every call takes effect in one atomic step;
 * there is no lock, no timer and no thread here.
 */
@NullMarked
package dev.cleveragents.kernel.breaker;

import org.jspecify.annotations.NullMarked;
