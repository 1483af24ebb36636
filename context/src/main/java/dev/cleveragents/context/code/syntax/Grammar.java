package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Language;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCSharp;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterJson;
import org.treesitter.TreeSitterKotlin;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterTypescript;

/** The native grammars, one for each language that has one. */
public enum Grammar {
  JAVA(Language.JAVA),
  KOTLIN(Language.KOTLIN),
  PYTHON(Language.PYTHON),
  JAVASCRIPT(Language.JAVASCRIPT),
  TYPESCRIPT(Language.TYPESCRIPT),
  GO(Language.GO),
  RUST(Language.RUST),
  C(Language.C),
  CPP(Language.CPP),
  C_SHARP(Language.C_SHARP),
  RUBY(Language.RUBY),
  PHP(Language.PHP),
  BASH(Language.BASH),
  JSON(Language.JSON);

  private final Language language;

  Grammar(Language language) {
    this.language = language;
  }

  /** The grammar of a language, if it is read by one. */
  public static Optional<Grammar> of(Language language) {
    return Arrays.stream(values()).filter(each -> each.language == language).findFirst();
  }

  public Language language() {
    return language;
  }

  /** Brings its native library into this process. */
  public TSLanguage load() {
    return switch (this) {
      case JAVA -> new TreeSitterJava();
      case KOTLIN -> new TreeSitterKotlin();
      case PYTHON -> new TreeSitterPython();
      case JAVASCRIPT -> new TreeSitterJavascript();
      case TYPESCRIPT -> new TreeSitterTypescript();
      case GO -> new TreeSitterGo();
      case RUST -> new TreeSitterRust();
      case C -> new TreeSitterC();
      case CPP -> new TreeSitterCpp();
      case C_SHARP -> new TreeSitterCSharp();
      case RUBY -> new TreeSitterRuby();
      case PHP -> new TreeSitterPhp();
      case BASH -> new TreeSitterBash();
      case JSON -> new TreeSitterJson();
    };
  }

  /** The function of that library that gives the grammar. */
  public String function() {
    return "tree_sitter_" + name().toLowerCase(Locale.ROOT);
  }
}
