package dev.cleveragents.context.safety;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is given to a name that sounds secret, and whether it is a secret: made by chance for keys,
 * chosen by a person for passwords; no name, placeholder, expression or word of a sentence.
 *
 * @param text the whole text
 * @param name the name as it is written
 * @param quotedName whether the name is in quotes or brackets
 * @param sign what gives the value to the name
 * @param group in which quotes the value is, or {@code bare}
 */
record AssignedValue(
    String text,
    String name,
    int nameStart,
    boolean quotedName,
    String sign,
    String group,
    int start,
    int end,
    FileKind kind) {

  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?i)(?:vault|op|ref|env|file|ssm|arn|keyring|projects|secretsmanager)[:/+].*"
              + "|![a-z]{2,20}|[-+]?[0-9][0-9_.,:]*[LlFfDd]?|0x[0-9a-f_]{1,16}L?");

  /** A call, an element of a list, a field of another object. */
  private static final Pattern EXPRESSION =
      Pattern.compile(
          "[A-Za-z_$][\\w.:!?]*[\\[(](?:.*[\\])]\\S{0,3})?"
              + "|[A-Za-z_]\\w*(?:(?:\\.|::|->)[A-Za-z_]\\w*)+[!?]?");

  /** Words with signs between, as people choose them: {@code green-river}. */
  private static final Pattern PHRASE =
      Pattern.compile("[A-Za-z]{3,20}(?:[-_+][A-Za-z]{3,20}){1,5}");

  private static final Pattern WORD = Pattern.compile("[a-z]{6,30}");

  private static final Pattern SENTENCE = Pattern.compile("\\s.*\\s.*\\s|^\\s|\\s$");

  private static final Pattern NEXT_SETTING = Pattern.compile("[;&][A-Za-z][\\w. ]{0,40}=");

  private static final Set<String> HARMLESS_WORDS =
      Set.of(
          ("string text required optional incorrect invalid expired missing wrong unknown undefined "
                  + "disabled enabled hidden masked number integer boolean default inherit unexpected "
                  + "identifier null none nil true false basic strong simple prompt manual plain "
                  + "encrypted hashed stdin variable readonly write reset forgot changed updated "
                  + "varchar object field ignore always never accepted denied failed rejected correct "
                  + "matched mismatch return input random generated nullable value expected sensitive redacted")
              .split(" ", -1));

  private static final int SHORTEST_IN_TEXT = 20;

  /** So much of a value tells what it is. */
  private static final int JUDGED = 100;

  boolean isSecret() {
    String value = text.substring(start, Math.min(end, start + JUDGED));
    if (value.length() < 4
        || RandomnessCheck.isHole(value)
        || REFERENCE.matcher(value).matches()
        || HARMLESS_WORDS.contains(value)
        || (isBare() && isExpression(value))
        || !isGiven()) {
      return false;
    }
    if ((sign.isBlank() && !isOption()) || sign.strip().startsWith("is")) {
      return isOfSentence(value);
    }
    return switch (SecretName.of(name)) {
      case HARMLESS -> false;
      case LOGIN ->
          RandomnessCheck.isLogin(text.substring(start, end))
              || (value.indexOf(':') > 0 && isChosen(value.substring(value.indexOf(':') + 1)));
      case KEY -> isKey(value);
      case PASSWORD -> isPassword(value, true);
      case SECRET ->
          RandomnessCheck.looksMade(value) || isPassword(value, kind == FileKind.MESSAGE);
      case PERHAPS_PASSWORD ->
          isBare()
              ? (kind != FileKind.CODE && isChosen(value))
              : (isChosen(value) || isPhrase(value));
    };
  }

  /** In {@code the token abc is old} only what looks made is a secret, or chosen. */
  private boolean isOfSentence(String value) {
    return switch (SecretName.of(name)) {
      case PASSWORD ->
          isBare()
              ? isChosen(value) && value.chars().anyMatch(Character::isDigit)
              : isPassword(value, false);
      case SECRET, KEY -> value.length() >= SHORTEST_IN_TEXT && RandomnessCheck.looksMade(value);
      case HARMLESS, LOGIN, PERHAPS_PASSWORD -> false;
    };
  }

  private boolean isKey(String value) {
    if (RandomnessCheck.looksMade(value)
        || (!isBare() && RandomnessCheck.looksMadeWithSigns(value))) {
      return true;
    }
    return kind == FileKind.MESSAGE
        && (isChosen(value)
            || (isVariable() && value.length() >= 6 && !SecretName.isLikeName(value)));
  }

  private boolean isPassword(String value, boolean word) {
    return switch (kind) {
      case CODE ->
          isBare()
              ? (isChosen(value) && (isOneOfMany() || endsString()))
              : (isChosen(value) || isPhrase(value));
      case CONFIGURATION, VARIABLES ->
          isChosen(value) || isPhrase(value) || (word && isWord(value));
      case MESSAGE ->
          isWeaklyGiven()
              ? isChosen(value) || (isLast() && (isPhrase(value) || (isBare() && isWord(value))))
              : !SecretName.isLikeName(value)
                  && !SENTENCE.matcher(value).find()
                  && !RandomnessCheck.isPath(value);
    };
  }

  /** As words of sentences and lists are, too. */
  private boolean isWeaklyGiven() {
    return sign.strip().equals(",") || (isBare() && !sign.equals("=") && !isOption());
  }

  private static boolean isChosen(String value) {
    return (RandomnessCheck.looksChosen(value) || RandomnessCheck.looksMadeWithSigns(value))
        && !SecretName.isLikeName(value);
  }

  private boolean isPhrase(String value) {
    return PHRASE.matcher(value).matches()
        && !SecretName.isLikeName(value)
        && (kind != FileKind.CODE || value.indexOf('_') < 0);
  }

  private static boolean isWord(String value) {
    return WORD.matcher(value).matches() && !SecretName.isLikeName(value);
  }

  /** Whether no other word follows, as in a sentence. */
  private boolean isLast() {
    return !text.startsWith(" ", end)
        || end + 1 >= text.length()
        || !Character.isLetterOrDigit(text.charAt(end + 1));
  }

  private boolean isBare() {
    return group.equals("bare");
  }

  private boolean isOption() {
    return name.startsWith("-");
  }

  /** {@code API_TOKEN=}: an assignment of a shell, which is never code. */
  private boolean isVariable() {
    return sign.equals("=") && name.chars().noneMatch(Character::isLowerCase);
  }

  /** A comma gives only to a name in quotes, a {@code >} only between tags. */
  private boolean isGiven() {
    return switch (sign.strip()) {
      case "," -> quotedName;
      case ">" -> text.startsWith("</", end) && text.startsWith("<", nameStart - 1);
      default -> true;
    };
  }

  private boolean isExpression(String value) {
    char after = end == text.length() ? ' ' : text.charAt(end);
    return "({[$`".indexOf(after) >= 0
        || (after == '<' && !sign.equals(">"))
        || (EXPRESSION.matcher(value).matches()
            && (kind == FileKind.CODE || !RandomnessCheck.looksMade(value)));
  }

  /** One of several settings in one line: a connection string or the query of an address. */
  private boolean isOneOfMany() {
    char before = nameStart == 0 ? ' ' : text.charAt(nameStart - 1);
    return ";?&".indexOf(before) >= 0
        || NEXT_SETTING.matcher(text).region(end, text.length()).lookingAt();
  }

  /** Whether it is in a string of a program, which ends with it. */
  private boolean endsString() {
    return sign.equals("=") && end < text.length() && "\"'".indexOf(text.charAt(end)) >= 0;
  }

  /** Where a value without quotes ends, before what belongs to the text around it. */
  static int bareEnd(String text, int start, int end, FileKind kind) {
    int at = start;
    while (at < end) {
      char c = text.charAt(at);
      if (kind == FileKind.CODE && "&;(){}[]$".indexOf(c) >= 0) {
        return at;
      }
      if ((c == ';' || c == '&')
          && NEXT_SETTING.matcher(text).region(at, text.length()).lookingAt()) {
        return at;
      }
      at++;
    }
    while (at > start
        && ".;:)}]&".indexOf(text.charAt(at - 1)) >= 0
        && !closes(text, start, at - 1)) {
      at--;
    }
    return at;
  }

  /** Whether the bracket at this place closes one of the value. */
  private static boolean closes(String text, int start, int at) {
    int opening = ")}]".indexOf(text.charAt(at));
    return opening >= 0 && text.substring(start, at).indexOf("({[".charAt(opening)) >= 0;
  }
}
