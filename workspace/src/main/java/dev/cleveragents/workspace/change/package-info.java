/**
 * The changes of plans to their sandboxes: changesets, their entries and the exact bytes these
 * name.
 *
 * <p>An entry belongs to the changeset whose handle recorded it, whatever other threads do; entries
 * of a changeset are numbered from one without a gap; nothing is acknowledged before it is durable,
 * and a run that has lost its lease can write nothing. The store guards all of it: every write here
 * is one unit fenced by the lease of the job that runs the plan.
 */
@NullMarked
package dev.cleveragents.workspace.change;

import org.jspecify.annotations.NullMarked;
