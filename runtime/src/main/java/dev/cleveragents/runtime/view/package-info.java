/**
 * Views: per noun (plan, job, sandbox, approval, project, resource, worker, …) one list of fields.
 * The command line and a server print the same views, as JSON, as a line of a list, or as a page.
 * Secrets are taken out here and nowhere else; guarded by {@code ViewTest}.
 */
@NullMarked
package dev.cleveragents.runtime.view;

import org.jspecify.annotations.NullMarked;
