package dev.cleveragents.context.code;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
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
enum Grammar {
  JAVA(Language.JAVA, TreeSitterJava::new),
  KOTLIN(Language.KOTLIN, TreeSitterKotlin::new),
  PYTHON(Language.PYTHON, TreeSitterPython::new),
  JAVASCRIPT(Language.JAVASCRIPT, TreeSitterJavascript::new),
  TYPESCRIPT(Language.TYPESCRIPT, TreeSitterTypescript::new),
  GO(Language.GO, TreeSitterGo::new),
  RUST(Language.RUST, TreeSitterRust::new),
  C(Language.C, TreeSitterC::new),
  CPP(Language.CPP, TreeSitterCpp::new),
  C_SHARP(Language.C_SHARP, TreeSitterCSharp::new),
  RUBY(Language.RUBY, TreeSitterRuby::new),
  PHP(Language.PHP, TreeSitterPhp::new),
  BASH(Language.BASH, TreeSitterBash::new),
  JSON(Language.JSON, TreeSitterJson::new);

  private final Language language;
  private final Supplier<TSLanguage> loader;

  Grammar(Language language, Supplier<TSLanguage> loader) {
    this.language = language;
    this.loader = loader;
  }

  /** The grammar of a language, if it is read by one. */
  static Optional<Grammar> of(Language language) {
    return Arrays.stream(values()).filter(each -> each.language == language).findFirst();
  }

  Language language() {
    return language;
  }

  /** Brings its native library into this process. */
  void load() {
    loader.get();
  }

  /** The function of that library that gives the grammar. */
  String function() {
    return "tree_sitter_" + name().toLowerCase(Locale.ROOT);
  }
}
