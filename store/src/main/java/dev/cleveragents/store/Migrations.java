package dev.cleveragents.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The tables of one module, as numbered scripts {@code job-1.sql}, {@code job-2.sql} and so on:
 * resources beside a class of the module. One script serves all databases. Types that differ are
 * written as marks: {@code {text}} for text compared by its bytes, {@code {int}} for 64 bits,
 * {@code {real}}, {@code {bytes}}, and {@code {rowless}} for a table stored in the index of its
 * primary key where the database supports that.
 *
 * @param module the name of the module, in the table of versions and in the names of its scripts
 * @param owner the class beside which the scripts lie
 * @param version the number of the last script
 */
public record Migrations(String module, Class<?> owner, int version) {

  String script(int number) {
    String name = module + "-" + number + ".sql";
    try (InputStream script = owner.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalStateException(
            "There is no resource %s beside %s".formatted(name, owner.getName()));
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
