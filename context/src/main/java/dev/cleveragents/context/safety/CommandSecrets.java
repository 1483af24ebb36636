package dev.cleveragents.context.safety;

import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that are given to a program by a short option, such as {@code curl -u me:…} or {@code
 * mysql -p…}. The same letters mean other things to other programs, so that the name of the program
 * has to be before them in the same command.
 */
final class CommandSecrets {

  private static final int LONGEST_COMMAND = 300;

  private static final String BEFORE_OPTION = " \t\n\"',[";

  /**
   * {@code <program> … <option>secret}; the option stays.
   *
   * @param hints texts of which one is in each name of such a program
   */
  private record Option(List<String> hints, Pattern program, Pattern option) {}

  private static final List<Option> OPTIONS =
      List.of(
          option(
              "curl wget",
              "curl|wget",
              "(?:-[A-Za-z]{0,6}[uU]|--user|--proxy-user)[\\s\"',=]{0,6}[^\\s\"':=,]{1,100}:"),
          option("curl wget", "curl|wget", "(?:-b|--cookie)\\s{1,3}[\"']?[^\\s\"'=;]{1,60}="),
          option("mysql maria mycli 7z", "(?:mysql|maria)[a-z_-]{0,12}|mycli|7z[a-z]?", "-p"),
          option("http xh", "http|xh", "(?:-a|--auth)[\\s=]{1,3}[\"']?[^\\s\"':=,]{1,100}:"),
          option("smbclient rpcclient", "smbclient|rpcclient", "-U\\s{0,3}[^\\s\"'%]{1,60}%"),
          option("sshpass", "sshpass", "-p\\s{0,3}"),
          option(
              "login mongo",
              "(?:docker|podman|nerdctl|buildah|oras|helm|az|oc)\\s[^\\n]{0,60}?login|mongo[a-z]{0,8}",
              "-p[\\s=]{1,3}"),
          option("redis-", "redis-cli|redis-benchmark", "-a\\s{1,3}"),
          option("ldap", "ldap[a-z]{3,8}", "-w\\s{1,3}"),
          option("sqlcmd bcp osql isql zip", "sqlcmd|bcp|osql|isql|zip|unzip", "-P\\s{1,3}"),
          option(
              "pass:",
              "openssl|keytool|jarsigner|apksigner",
              "(?:-pass(?:in|out)?\\s{1,3}|--[a-z]{2}-pass\\s{1,3})pass:"),
          option("--from-literal", "kubectl|oc", "--from-literal[=\\s]{1,3}[\"']?[^\\s=]{1,60}="));

  private static final Hints HINTS = new Hints(OPTIONS.stream().map(Option::hints).toList());

  private CommandSecrets() {}

  static String replaceAll(String text) {
    String safe = text;
    BitSet hinted = HINTS.in(text);
    for (int i = hinted.nextSetBit(0); i >= 0; i = hinted.nextSetBit(i + 1)) {
      safe = replaceAll(safe, OPTIONS.get(i));
    }
    return safe;
  }

  private static String replaceAll(String text, Option option) {
    StringBuilder safe = new StringBuilder();
    Matcher found = option.option.matcher(text);
    int done = 0;
    for (int at = text.indexOf('-', 1); at >= 0; at = text.indexOf('-', Math.max(at + 1, done))) {
      if (BEFORE_OPTION.indexOf(text.charAt(at - 1)) >= 0
          && found.region(at, text.length()).lookingAt()) {
        String group = groupOf(found);
        if (isSecret(found.group(group)) && option.program.matcher(command(text, at)).find()) {
          safe.append(text, done, found.start(group)).append(Secrets.marker("password"));
          done = found.end(group);
        }
      }
    }
    return safe.append(text, done, text.length()).toString();
  }

  private static String groupOf(Matcher found) {
    if (found.start("double") >= 0) {
      return "double";
    }
    return found.start("single") >= 0 ? "single" : "bare";
  }

  private static boolean isSecret(String value) {
    return !Secrets.isMarked(value)
        && !RandomnessCheck.isHole(value)
        && !SecretName.isLikeName(value)
        && !value.startsWith("-")
        && !value.startsWith("\\");
  }

  /** What is in the same command before this place, also in lines that a backslash continues. */
  private static String command(String text, int end) {
    int start = end;
    int first = Math.max(0, end - LONGEST_COMMAND);
    while (start > first
        && (text.charAt(start - 1) != '\n' || (start > 1 && text.charAt(start - 2) == '\\'))) {
      start--;
    }
    return text.substring(start, end);
  }

  private static Option option(String hints, String program, String option) {
    return new Option(
        List.of(hints.split(" ", -1)),
        Pattern.compile("(?<![A-Za-z0-9_.-])(?:" + program + ")(?=[\\s\"',])"),
        Pattern.compile(
            option
                + "(?:\"(?<double>[^\"\\n]{3,200})\"|'(?<single>[^'\\n]{3,200})'|(?<bare>[^\\s\"'`]{3,200}))"));
  }
}
