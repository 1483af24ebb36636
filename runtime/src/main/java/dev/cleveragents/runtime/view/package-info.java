/**
 * Views: per type of entity (plan, job, sandbox, approval, project, resource, worker, …) one list
 * of fields. The command line and a server print the same views, as JSON, as a line of a list, or
 * as a page.
 *
 * <p>The engine stores goals and commands as they were given, because it needs them; the views
 * remove the secrets from every field, and no front end does (guarded by {@code
 * ArchitectureRulesTest}). What is stored for people, such as events, errors and questions, was
 * redacted before, perhaps by an older version. The YAML of a definition is shown as it was given.
 */
@NullMarked
package dev.cleveragents.runtime.view;

import org.jspecify.annotations.NullMarked;
