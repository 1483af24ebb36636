package dev.cleveragents.runtime.view;

/**
 * A row of a page, or a line of a list.
 *
 * @param note a remark, may be empty
 */
public record ViewRow(String label, String value, String note, Mark mark) {}
