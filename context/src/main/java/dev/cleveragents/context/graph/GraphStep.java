package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;

/**
 * A node that a walk has reached.
 *
 * @param node the node
 * @param hops how far that is from where it began, on the shortest way
 * @param score how much speaks for it, 0 to 1: more for what is near, and for what several ways
 *     lead to
 * @param relation how the best of the shortest ways led there
 * @param from from where; the node itself for a start
 */
public record GraphStep(NodeId node, int hops, double score, Relation relation, NodeId from) {}
