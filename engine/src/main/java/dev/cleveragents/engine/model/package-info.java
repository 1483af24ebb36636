/**
 * The port to language models, beside its callers. Module {@code models} implements it for
 * providers, scripts and recordings.
 *
 * <ul>
 *   <li>Requests and replies are values and name no provider.
 *   <li>Amounts of money are exact: {@link dev.cleveragents.engine.model.Money}.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.model;

import org.jspecify.annotations.NullMarked;
