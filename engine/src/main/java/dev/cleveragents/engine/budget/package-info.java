/**
 * Budgets: what plans may spend on models, and what they have spent.
 *
 * <ul>
 *   <li>A call reserves its worst case before it begins and is settled after it.
 *   <li>Spent and reserved amounts together never exceed a cap, also of calls at the same time and
 *       of calls whose worker has died.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.budget;

import org.jspecify.annotations.NullMarked;
