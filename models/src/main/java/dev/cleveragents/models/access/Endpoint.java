package dev.cleveragents.models.access;

import org.jspecify.annotations.Nullable;

/**
 * Where a provider is reached, and with which key.
 *
 * @param address the base of its paths, without a slash at the end
 * @param official whether it is the provider's own address, not a server that speaks like it
 * @param key null for a server that asks for none
 */
public record Endpoint(Provider provider, String address, boolean official, @Nullable Secret key) {

  /** The message without the key. */
  public String redact(String message) {
    return key == null ? Secret.redactAny(message) : key.redact(message);
  }
}
