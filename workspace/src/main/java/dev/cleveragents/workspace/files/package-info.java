/**
 * Operations on files and folders that stay safe beside other processes and after a crash.
 *
 * <p>Invariants: a deletion and an open directory follow no link that another process swaps in. A
 * deletion never crosses a mount point. After a durable write the old file or the new one is there,
 * whole. The name of a temporary folder says which process made it.
 */
@NullMarked
package dev.cleveragents.workspace.files;

import org.jspecify.annotations.NullMarked;
