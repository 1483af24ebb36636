package dev.cleveragents.bench.agent;

import dev.cleveragents.context.token.TokenCounter;
import java.util.List;

/**
 * What the requests of a task have in all.
 *
 * @param cached the tokens that a provider would have had in its cache, if it keeps every beginning
 *     of a request until the task ends
 */
record SentTokens(long bytes, long tokens, long cached) {

  static SentTokens of(List<SentRequest> requests, TokenCounter counter) {
    long bytes = 0;
    long tokens = 0;
    long cached = 0;
    for (int i = 0; i < requests.size(); i++) {
      SentRequest request = requests.get(i);
      bytes += request.bytes();
      tokens += request.tokens(counter);
      cached += request.cached(requests.subList(0, i), counter);
    }
    return new SentTokens(bytes, tokens, cached);
  }
}
