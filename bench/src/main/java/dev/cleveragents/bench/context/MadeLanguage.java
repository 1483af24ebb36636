package dev.cleveragents.bench.context;

/**
 * What made-up files are written in. In the forms, the first {@code %s} is a name; a form of a
 * statement has three, the last two for further names.
 */
enum MadeLanguage {
  JAVA(
      "java",
      26,
      "import app.%s;",
      "// %s.",
      "public class %s {",
      "  int %s(int %s) {",
      "    int %s = %s(%s);",
      "    return %s;\n  }\n",
      "}"),
  PYTHON(
      "py",
      20,
      "from app import %s",
      "# %s.",
      "class %s:",
      "    def %s(self, %s):",
      "        %s = self.%s(%s)",
      "        return %s\n",
      ""),
  TYPESCRIPT(
      "ts",
      20,
      "import { %s } from './app';",
      "// %s.",
      "export class %s {",
      "  %s(%s: number): number {",
      "    const %s = this.%s(%s);",
      "    return %s;\n  }\n",
      "}"),
  GO(
      "go",
      12,
      "// uses %s",
      "// %s.",
      "package app\n\ntype %s struct{}\n",
      "func %s(%s int) int {",
      "\t%s := %s(%s)",
      "\treturn %s\n}\n",
      ""),
  RUST(
      "rs",
      4,
      "use crate::%s;",
      "// %s.",
      "pub struct %s;\n",
      "pub fn %s(%s: i32) -> i32 {",
      "    let %s = %s(%s);",
      "    %s\n}\n",
      ""),
  C(
      "c",
      4,
      "#include \"%s.h\"",
      "/* %s. */",
      "struct %s;\n",
      "int %s(int %s) {",
      "  int %s = %s(%s);",
      "  return %s;\n}\n",
      ""),
  MARKDOWN(
      "md",
      6,
      "See %s.",
      "%s.",
      "# %s\n",
      "## %s and %s\n",
      "The %s of %s is like %s.",
      "More on %s.\n",
      ""),
  YAML("yaml", 5, "# %s", "# %s.", "%s:", "  %s-%s:", "    %s: %s %s", "    last: %s\n", ""),
  TEXT("txt", 3, "%s", "%s.", "%s\n", "%s %s", "%s, %s, %s", "%s\n", "");

  final String ending;

  /** How many of a hundred files are in it. */
  final int many;

  final String imported;
  final String comment;
  final String head;
  final String opening;
  final String statement;
  final String last;
  final String foot;

  MadeLanguage(String ending, int many, String... forms) {
    this.ending = ending;
    this.many = many;
    this.imported = forms[0];
    this.comment = forms[1];
    this.head = forms[2];
    this.opening = forms[3];
    this.statement = forms[4];
    this.last = forms[5];
    this.foot = forms[6];
  }

  /** The one at this place of a hundred. */
  static MadeLanguage at(int place) {
    int left = place;
    for (MadeLanguage language : values()) {
      left -= language.many;
      if (left < 0) {
        return language;
      }
    }
    return TEXT;
  }

  /** Whether names are written as {@code order_queue}. */
  boolean isSnake() {
    return this == PYTHON || this == RUST || this == C;
  }
}
