package dev.cleveragents.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The tables of one module, as numbered scripts: {@code job-1.sql}, {@code job-2.sql} and so on,
 * which are resources beside a class of the module. One script serves all databases: types that
 * differ are written as marks, {@code {text}} for texts that are compared by their bytes, {@code
 * {int}} for 64 bits, {@code {real}}, {@code {bytes}}, and {@code {rowless}} for a table that is
 * kept in the index of its primary key where the database can.
 *
 * @param module names the module in the table of versions, and its scripts
 * @param owner the class beside which the scripts are
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
