package dev.cleveragents.context.code.syntax;

/** The table of each grammar. */
final class GrammarRoles {

  private static final NodeRoles JAVA =
      NodeRoles.of(
          """
          type: class_declaration interface_declaration enum_declaration record_declaration
          type: annotation_type_declaration
          function: method_declaration constructor_declaration compact_constructor_declaration
          function: annotation_type_element_declaration
          field: variable_declarator enum_constant
          wrapper: field_declaration constant_declaration
          body: class_body enum_body interface_body annotation_type_body block constructor_body
          opaque: lambda_expression block static_initializer
          comment: line_comment block_comment
          annotation: annotation marker_annotation
          import: import_declaration package_declaration
          name: identifier type_identifier
          local: formal_parameter spread_parameter variable_declarator catch_formal_parameter
          local: lambda_expression inferred_parameters resource enhanced_for_statement type_pattern
          local: instanceof_expression type_parameter record_pattern_component labeled_statement\
          """);

  private static final NodeRoles KOTLIN =
      NodeRoles.of(
          """
          type: class_declaration object_declaration companion_object=Companion type_alias
          function: function_declaration secondary_constructor=constructor
          field: property_declaration enum_entry
          body: class_body enum_class_body function_body getter setter
          opaque: lambda_literal anonymous_initializer anonymous_function statements
          comment: line_comment multiline_comment
          annotation: annotation file_annotation
          import: import_header package_header
          name: simple_identifier type_identifier
          local: parameter class_parameter variable_declaration type_parameter lambda_parameters
          local: catch_block for_statement value_argument\
          """);

  private static final NodeRoles PYTHON =
      NodeRoles.of(
          """
          type: class_definition
          function: function_definition
          field: assignment
          wrapper: decorated_definition expression_statement
          body: block
          opaque: lambda
          comment: comment
          annotation: decorator
          import: import_statement import_from_statement future_import_statement
          name: identifier
          list: pattern_list tuple_pattern list_pattern
          local: parameters default_parameter typed_parameter typed_default_parameter
          local: list_splat_pattern dictionary_splat_pattern lambda_parameters assignment
          local: for_statement for_in_clause as_pattern_target named_expression keyword_argument\
          """);

  private static final NodeRoles SCRIPT =
      NodeRoles.of(
          """
          type: class_declaration abstract_class_declaration interface_declaration
          type: type_alias_declaration enum_declaration
          function: function_declaration generator_function_declaration method_definition
          function: function_signature method_signature abstract_method_signature
          field: variable_declarator field_definition public_field_definition property_signature
          field: enum_assignment
          module: internal_module module
          assignment: assignment_expression
          wrapper: export_statement ambient_declaration lexical_declaration variable_declaration
          wrapper: expression_statement
          body: class_body interface_body enum_body statement_block object_type
          function_value: arrow_function function_expression generator_function
          opaque: arrow_function function_expression generator_function object if_statement
          opaque: for_statement for_in_statement while_statement try_statement object_type
          comment: comment
          annotation: decorator
          import: import_statement
          name: identifier type_identifier property_identifier shorthand_property_identifier
          list: array_pattern rest_pattern
          local: formal_parameters required_parameter optional_parameter variable_declarator
          local: assignment_pattern arrow_function catch_clause for_in_statement type_parameter pair
          local: object_assignment_pattern pair_pattern jsx_attribute\
          """);

  private static final NodeRoles GO =
      NodeRoles.of(
          """
          type: type_spec type_alias
          function: function_declaration method_declaration method_elem
          field: const_spec var_spec field_declaration
          wrapper: type_declaration const_declaration var_declaration
          body: field_declaration_list block interface_type
          opaque: func_literal
          comment: comment
          import: import_declaration package_clause
          name: identifier type_identifier field_identifier
          list: expression_list
          local: parameter_declaration variadic_parameter_declaration short_var_declaration
          local: range_clause var_spec const_spec type_parameter_declaration labeled_statement\
          """);

  private static final NodeRoles RUST =
      NodeRoles.of(
          """
          type: struct_item enum_item union_item trait_item type_item associated_type
          function: function_item function_signature_item macro_definition
          field: const_item static_item field_declaration enum_variant
          module: mod_item
          scope: impl_item
          needs_body: mod_item
          body: field_declaration_list enum_variant_list declaration_list block macro_rule
          opaque: block closure_expression macro_invocation
          comment: line_comment block_comment
          annotation: attribute_item
          import: use_declaration extern_crate_declaration
          name: identifier type_identifier field_identifier
          list: tuple_pattern
          local: parameter let_declaration closure_parameters for_expression type_parameter
          local: captured_pattern\
          """);

  private static final String C_LINES =
      """
      type: struct_specifier union_specifier enum_specifier type_definition
      function: function_definition preproc_function_def
      field: declaration field_declaration preproc_def enumerator
      needs_body: struct_specifier union_specifier enum_specifier
      body: field_declaration_list enumerator_list compound_statement
      opaque: compound_statement
      comment: comment
      import: preproc_include
      name: identifier type_identifier field_identifier
      list: pointer_declarator array_declarator reference_declarator parenthesized_declarator
      local: parameter_declaration init_declarator declaration preproc_params
      """;

  private static final NodeRoles C = NodeRoles.of(C_LINES);

  private static final NodeRoles CPP =
      NodeRoles.of(
          C_LINES
              + """
              type: class_specifier alias_declaration concept_definition
              module: namespace_definition
              needs_body: class_specifier
              wrapper: template_declaration
              body: declaration_list
              opaque: lambda_expression
              local: type_parameter_declaration for_range_loop optional_parameter_declaration\
              """);

  private static final NodeRoles C_SHARP =
      NodeRoles.of(
          """
          type: class_declaration struct_declaration interface_declaration record_declaration
          type: enum_declaration delegate_declaration
          function: method_declaration constructor_declaration destructor_declaration
          function: indexer_declaration=this operator_declaration=operator
          function: conversion_operator_declaration=operator local_function_statement
          field: variable_declarator property_declaration enum_member_declaration
          module: namespace_declaration file_scoped_namespace_declaration
          wrapper: field_declaration variable_declaration event_field_declaration
          body: declaration_list enum_member_declaration_list block accessor_list
          body: arrow_expression_clause
          opaque: lambda_expression block
          comment: comment
          annotation: attribute_list
          import: using_directive
          name: identifier
          local: parameter variable_declarator foreach_statement type_parameter catch_declaration
          local: declaration_expression implicit_parameter_list declaration_pattern\
          """);

  private static final NodeRoles RUBY =
      NodeRoles.of(
          """
          type: class
          function: method singleton_method
          field: assignment
          module: module
          body: body_statement
          opaque: block do_block lambda
          comment: comment
          name: identifier constant
          list: left_assignment_list
          local: method_parameters optional_parameter splat_parameter keyword_parameter
          local: block_parameter assignment block_parameters\
          """);

  private static final NodeRoles PHP =
      NodeRoles.of(
          """
          type: class_declaration interface_declaration trait_declaration enum_declaration
          function: function_definition method_declaration
          field: property_element const_element enum_case
          module: namespace_definition
          wrapper: property_declaration const_declaration
          body: declaration_list enum_declaration_list compound_statement
          opaque: anonymous_function arrow_function
          comment: comment
          annotation: attribute_list
          import: namespace_use_declaration
          name: name
          local: variable_name\
          """);

  private static final NodeRoles BASH =
      NodeRoles.of(
          """
          function: function_definition
          field: variable_assignment
          wrapper: declaration_command
          body: compound_statement
          opaque: subshell
          comment: comment
          name: command_name\
          """);

  private static final NodeRoles JSON =
      NodeRoles.of(
          """
          key: pair
          body: object array
          opaque: array\
          """);

  private GrammarRoles() {}

  static NodeRoles of(Grammar grammar) {
    return switch (grammar) {
      case JAVA -> JAVA;
      case KOTLIN -> KOTLIN;
      case PYTHON -> PYTHON;
      case JAVASCRIPT, TYPESCRIPT -> SCRIPT;
      case GO -> GO;
      case RUST -> RUST;
      case C -> C;
      case CPP -> CPP;
      case C_SHARP -> C_SHARP;
      case RUBY -> RUBY;
      case PHP -> PHP;
      case BASH -> BASH;
      case JSON -> JSON;
    };
  }
}
