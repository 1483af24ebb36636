package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.Format;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The keys of the configuration file. What is not here is no key: reading, writing and the
 * reference of the configuration all go by this.
 */
public final class ConfigKeys {

  /** What each key says, in the order in which people read of them. */
  public static final Map<String, String> MEANINGS = meanings();

  private ConfigKeys() {}

  private static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    meanings.put(
        "format",
        "how answers look: "
            + String.join(", ", Format.names())
            + "; rich on a terminal unless said");
    meanings.put("store.url", "where plans and jobs are kept, a JDBC address");
    meanings.put("sandbox.confine", "whether commands of plans are confined: auto, off, require");
    meanings.put("sandbox.writable", "what confined commands may write besides their copies");
    ContextSettings.NAMES.forEach(name -> meanings.put(name, ContextSettings.meaning(name)));
    return Collections.unmodifiableMap(meanings);
  }
}
