/** Operations that meet in the middle of a transaction, and connections that fail there. */
package dev.cleveragents.store.race;
