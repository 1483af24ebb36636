/**
 * Views: per type of entity (plan, job, sandbox, approval, project, resource, worker, …) one list
 * of fields. The command line and a server print the same views, as JSON, as a line of a list, or
 * as a page. Secrets are removed here and nowhere else; guarded by {@code EntityViewTest}.
 */
@NullMarked
package dev.cleveragents.runtime.view;

import org.jspecify.annotations.NullMarked;
