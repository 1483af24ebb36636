/**
 * How the result of a plan reaches the real resources: {@link
 * dev.cleveragents.workspace.apply.ApplyService} applies, {@link
 * dev.cleveragents.workspace.apply.ApplyRecovery} settles what a dead process left.
 *
 * <p>Invariant: over all resources of a plan everything is applied or nothing, where that holds
 * after recovery. Until the journal's row is COMMITTED no file, index or branch of the user is
 * touched, so undoing means removing our own files and locks. From then on the files of all
 * resources are swapped, then indexes and branches are moved. If the system does not let a file be
 * replaced, the swapped ones are put back and the row becomes UNDOING, which is possible as long as
 * no branch has moved; otherwise an apply is only ever finished.
 *
 * <ul>
 *   <li>{@code request}: what is asked for and answered
 *   <li>{@code journal}: the row and the directories that recovery needs
 *   <li>{@code files}: exchanging files; targets without git
 *   <li>{@code git}: index, commit and branch of a git work tree
 * </ul>
 */
@NullMarked
package dev.cleveragents.workspace.apply;

import org.jspecify.annotations.NullMarked;
