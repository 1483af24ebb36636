/**
 * The user's files and the private copies in which work on them is done. This package holds what
 * the packages below it share: ids, names, errors, fenced writes. It knows owners of sandboxes, not
 * plans; it starts no thread and knows no command line.
 */
@NullMarked
package dev.cleveragents.workspace;

import org.jspecify.annotations.NullMarked;
