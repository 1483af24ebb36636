package dev.cleveragents.context.code.syntax;

/** What a type of node means to us, whatever its grammar calls it. */
enum NodeRole {
  /** Defines a type. */
  TYPE,
  /** Defines a function or method. */
  FUNCTION,
  /** Defines something that holds a value; a function if the value is one or it takes arguments. */
  FIELD,
  /** Defines a namespace or module. */
  MODULE,
  /** Is an entry of a document. */
  KEY,
  /** Gives its name to what is in it but is no definition itself. */
  SCOPE,
  /** Assigns something; a definition only if that is a function. */
  ASSIGNMENT,
  /** A definition only if it has a body. */
  NEEDS_BODY,
  /** Belongs to the one definition in it: its modifiers begin and end here. */
  WRAPPER,
  /** Is where the signature ends. */
  BODY,
  /** A function as a value. */
  FUNCTION_VALUE,
  /** Nothing in it is a definition that others can use. */
  OPAQUE,
  COMMENT,
  /** An annotation, attribute or decorator. */
  ANNOTATION,
  IMPORT,
  /** A name that is used. */
  NAME,
  /** Introduces names that are known only nearby. */
  LOCAL,
  /** Separates a local name from the keyword before it. */
  LIST
}
