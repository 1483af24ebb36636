/**
 * Leftovers of crashes and of plans: sandboxes, processes, refs, locks and temporary files. {@link
 * dev.cleveragents.engine.recovery.SandboxService} shows, exports and removes sandboxes; {@link
 * dev.cleveragents.engine.recovery.CrashRecovery} finds what a crash left and clears what is not
 * needed.
 *
 * <p>Invariants: nothing of a living owner is touched, where a lease counts as alive until the
 * store says otherwise or its process is certainly gone; a sandbox is removed only if all that it
 * holds is also elsewhere, or a person says so; looking writes nothing; clearing may be repeated
 * and may run beside anything.
 */
@NullMarked
package dev.cleveragents.engine.recovery;

import org.jspecify.annotations.NullMarked;
