package dev.cleveragents.context.code;

/**
 * A file to read.
 *
 * @param path where it is, relative to its resource; its ending says the language
 * @param content its text
 */
public record SourceFile(String path, String content) {}
