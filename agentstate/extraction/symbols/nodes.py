"""What the nodes of syntax trees define, in the words of all the grammars."""

import re

from agentstate.extraction.symbols.symbol import CLASS, CONSTANT, FUNCTION, PROPERTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.extraction.symbols.grammars import Node

_FUNCTIONS = frozenset(
    {"function_declaration", "generator_function_declaration", "method_definition", "function_item", "function_definition", "method"}
    | {"method_declaration", "constructor_declaration", "function_signature_item", "macro_definition", "preproc_function_def"}
    | {"singleton_method", "abstract_method_signature", "method_signature", "protocol_function_declaration", "init_declaration"}
    | {"function_signature"}
)
_CLASSES = frozenset(
    {"class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration", "type_alias_declaration", "class"}
    | {"type_alias", "type_spec", "struct_item", "enum_item", "trait_item", "union_item", "type_item", "record_declaration", "module"}
    | {"struct_declaration", "annotation_type_declaration", "trait_declaration", "object_declaration", "protocol_declaration"}
    | {"class_specifier", "struct_specifier", "enum_specifier", "union_specifier", "alias_declaration", "typealias_declaration"}
    | {"delegate_declaration"}
)
_MENTIONED = frozenset({"class_specifier", "struct_specifier", "enum_specifier", "union_specifier"})
"""Also stand where a type is only used."""

_CONSTANTS = frozenset({"const_spec", "var_spec", "const_item", "static_item", "const_element", "preproc_def"})
_VALUES = frozenset(
    {"variable_declarator", "field_definition", "public_field_definition", "field_declaration", "property_declaration", "assignment"}
    | {"variable_assignment", "declaration", "assignment_expression", "pair"}
)
"""Give a name a value: functions, constants or neither."""

OPEN = frozenset(
    {"program", "source_file", "translation_unit", "compilation_unit", "export_statement", "declaration_list", "class_body", "call"}
    | {"interface_body", "enum_body", "const_declaration", "var_declaration", "type_declaration", "field_declaration_list", "protocol_body"}
    | {"linkage_specification", "template_declaration", "enum_body_declarations", "preproc_ifdef", "preproc_if", "companion_object"}
    | {"enum_class_body", "body_statement", "var_spec_list", "const_spec_list", "ambient_declaration", "lexical_declaration", "impl_item"}
    | {"variable_declaration", "namespace_definition", "namespace_declaration", "file_scoped_namespace_declaration", "mod_item"}
    | {"foreign_mod_item", "internal_module", "expression_statement", "declaration_command", "argument_list", "singleton_class"}
    | {"type_definition"}
)
"""Hold definitions, and are none themselves."""

_CALLED = frozenset({"arrow_function", "function_expression", "generator_function", "function"})
_WRAPPING = frozenset({"lexical_declaration", "variable_declaration", "export_statement", "declaration_command", "field_declaration"})
_DECLARING = frozenset({"variable_declaration", "variable_declarator"})
_NAMING = ("name", "declarator", "property", "left", "pattern")
_NAMES = frozenset(
    {"identifier", "type_identifier", "field_identifier", "property_identifier", "private_property_identifier", "simple_identifier"}
    | {"name", "constant", "word", "variable_name", "qualified_identifier", "destructor_name", "operator_name", "scope_resolution", "init"}
)

STABLE = {
    "javascript": r"(?:export\s+)?const\b|static\b",
    "typescript": r"(?:export\s+|declare\s+)*const\b|[a-z\s]*\bstatic\b",
    "java": r"[^=]*\bstatic\b[^=]*\bfinal\b|[^=]*\bfinal\b[^=]*\bstatic\b",
    "c": r"[^=]*\bconst\b[^=]*=",
    "cpp": r"[^=]*\bconst(?:expr)?\b[^=]*[={]",
    "c-sharp": r"[^=]*\b(?:const|static\s+readonly)\b",
    "ruby": r"[A-Z][A-Z0-9_]*\s*=",
    "kotlin": r"[^=]*\bval\s+[A-Z][A-Z0-9_]*\b",
    "swift": r"[^=]*\blet\b",
    "shell": r"(?:[a-z]+\s+(?:-\w+\s+)?)?[A-Z][A-Z0-9_]*=",
}
"""How the declaration of a constant is written, from its beginning, where one name can be given a value in more than one way."""


def kind_of(node: "Node", stable: str) -> str:
    """What a node defines; "" where it defines nothing. `stable`: the form of a constant's declaration, from STABLE."""
    if node.type in _FUNCTIONS:
        return FUNCTION
    if node.type in _CLASSES:
        return "" if node.type in _MENTIONED and node.child_by_field_name("body") is None else CLASS
    if node.type in _CONSTANTS:
        return CONSTANT
    kind = _kind_of_value(node, stable) if node.type in _VALUES else ""
    return kind or (PROPERTY if _is_property(node) else "")


def _is_property(node: "Node") -> bool:
    """Whether it is a property of C# or, in a class, of Kotlin."""
    parts = {child.type for child in node.children} if node.type == "property_declaration" else set()
    above = node.parent.parent if node.parent is not None else None
    in_class = above is not None and above.type in {"class_declaration", "object_declaration"}
    return bool(parts & {"accessor_list", "arrow_expression_clause"}) or ("variable_declaration" in parts and in_class)


def object_of(node: "Node") -> "Node | None":
    """The literal with members that a JavaScript constant is given."""
    value = node.child_by_field_name("value") if node.type == "variable_declarator" else None
    return value if value is not None and value.type == "object" else None


def _kind_of_value(node: "Node", stable: str) -> str:
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    if value is not None and value.type in _CALLED:
        return FUNCTION
    if node.type in {"declaration", "field_declaration"} and _declares_function(node):
        return FUNCTION
    return CONSTANT if node.type != "assignment_expression" and re.match(stable, text_of(_first(node))) else ""


def _declares_function(node: "Node") -> bool:
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type in {"pointer_declarator", "reference_declarator"}:
        inner = next((child for child in inner.named_children if child.type.endswith("declarator")), None)
    if inner is None or inner.type != "function_declarator":
        return False
    return node.type == "declaration" or inner.named_children[0].type != "parenthesized_declarator"


def name_of(node: "Node") -> "Node | None":
    """The node that is the name of what a node defines; None where it has none."""
    found = _named_part(node)
    while found is not None and found.type not in _NAMES:
        found = _named_part(found) or next(iter(found.named_children), None)
    return found


def _named_part(node: "Node") -> "Node | None":
    parts = (node.child_by_field_name(field) for field in _NAMING)
    likely = (child for kinds in (_DECLARING, _NAMES) for child in node.children if child.type in kinds)
    return next((part for part in parts if part is not None), None) or next(likely, None)


def split_name(text: str) -> tuple[str, str]:
    """Owner and name of a name that has its owner in front."""
    owner, _, name = re.sub(r"<[^<>]*>", "", text).rpartition("::")
    return owner.replace("::", "."), name.lstrip("#")


def receiver_of(node: "Node") -> str:
    """The type that a Go method or a Kotlin extension belongs to; "" for anything else."""
    extended = next((child for child in node.children if child.type == "user_type"), None) if node.type == "function_declaration" else None
    if extended is not None and any(child.type == "." for child in node.children):
        return text_of(extended).partition("<")[0]
    receiver = node.child_by_field_name("receiver") if node.type == "method_declaration" else None
    words = re.findall(r"\w+", text_of(receiver).partition("[")[0])
    return words[-1] if words else ""


def inner_name(node: "Node", name: str) -> str:
    """What the names inside the node begin with."""
    if node.type == "impl_item":
        return text_of(node.child_by_field_name("type")).partition("<")[0].rsplit("::", 1)[-1]
    return name


def extends(node: "Node") -> bool:
    """Whether it adds to a type that is defined elsewhere."""
    return any(child.type == "extension" for child in node.children)


def _first(node: "Node") -> "Node":
    """The node whose text begins the declaration: what wraps a declarator or exports it."""
    while node.parent is not None and node.parent.type in _WRAPPING:
        node = node.parent
    return node


def declaration_of(node: "Node", lines: list[str]) -> str:
    """What the node declares without its body, where it does not begin its line, or its name stands in a later one; else ""."""
    row, column = _first(node).start_point
    whole, body, named = text_of(_first(node)), text_of(node.child_by_field_name("body")), name_of(node)
    later = node.type == "function_definition" and named is not None and named.start_point[0] > row
    if not later and not re.search(rb"[{};]", lines[row].encode("utf-8", "replace")[:column]):
        return ""
    return " ".join((whole.partition(body)[0] if body else whole).split()).rstrip("{: ")


def text_of(node: "Node | None") -> str:
    """What the node covers; "" for none."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text else ""
