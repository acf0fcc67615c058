"""Write what is generated from `openregicide.protocol`.

    python scripts/protocol_files.py            writes the files
    python scripts/protocol_files.py --check    fails if a file is not what it would write

These are the JSON Schema, the types and shapes of the browser client, and the tables in
`docs/protocol.md`.
All of them come from a walk through the package: a struct that is defined there needs no mention
here. The browser's types let `tsc --checkJs` notice when the two sides no longer speak of the same
fields.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType

import msgspec
from msgspec import Struct
from msgspec import inspect as kinds

from openregicide import protocol

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "docs/protocol.schema.json"
TYPES = ROOT / "src/openregicide/web/types/protocol.d.ts"
SHAPES = ROOT / "src/openregicide/web/net/shapes.js"
DOC = ROOT / "docs/protocol.md"
TABLE = re.compile(r"(<!-- generated: (\w+) -->\n).*?(\n<!-- end -->)", re.DOTALL)

Kind = type[Struct]


# The walk


def modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.iter_modules(protocol.__path__)]
    return [importlib.import_module(f"{protocol.__name__}.{name}") for name in sorted(names)]


def structs_of(module: ModuleType) -> list[Kind]:
    """Return the structs that a module defines, in their order."""
    own = [each for each in vars(module).values() if inspect.isclass(each)]
    return [each for each in own if issubclass(each, Struct) and each.__module__ == module.__name__]


def structs() -> list[Kind]:
    return [struct for module in modules() for struct in structs_of(module)]


def unions() -> dict[str, UnionType]:
    """Return the unions of structs by their names: they have none of their own."""
    return {
        name: value
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, UnionType) and all(map(_is_struct, value.__args__))
    }


def _is_struct(kind: object) -> bool:
    return inspect.isclass(kind) and issubclass(kind, Struct)


# The schema


def schema() -> str:
    named: dict[str, Kind | UnionType] = {struct.__name__: struct for struct in structs()}
    named |= unions()
    found, parts = msgspec.json.schema_components(
        list(named.values()), ref_template="#/$defs/{name}"
    )
    for name, part in zip(named, found, strict=True):
        if part.get("$ref") != f"#/$defs/{name}":
            parts[name] = part
    for part in parts.values():
        # Since Python 3.13 docstrings come without their indentation.
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"])
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "OpenRegicide protocol",
        "$defs": dict(sorted(parts.items())),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


# TypeScript


def types() -> str:
    head = "// Written by scripts/protocol_files.py from openregicide/protocol/.\n"
    interfaces = [interface(struct) + "\n" for struct in structs()]
    aliases = [
        f"export type {name} = {' | '.join(each.__name__ for each in union.__args__)};\n"
        for name, union in unions().items()
    ]
    return "\n".join([head, *interfaces, *aliases])


def interface(struct: Kind) -> str:
    """Return a struct as an interface. What may be left out on the way is optional."""
    info = _info(struct)
    lines = [f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        mark = "?" if _may_lack(struct, field) else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)};")
    return "\n".join([*lines, "}"])


def _may_lack(struct: Kind, field: kinds.Field) -> bool:
    config = struct.__struct_config__
    return not field.required and (config.omit_defaults or config.forbid_unknown_fields)


def spelled(kind: kinds.Type) -> str:
    """Return a type as TypeScript spells it."""
    match kind:
        case kinds.NoneType():
            return "null"
        case kinds.BoolType():
            return "boolean"
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.AnyType():
            return "unknown"
        case kinds.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case kinds.EnumType():
            return " | ".join(f'"{member.value}"' for member in kind.cls)
        case kinds.ListType():
            item = spelled(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case kinds.DictType():
            return f"Record<{spelled(kind.key_type)}, {spelled(kind.value_type)}>"
        case kinds.UnionType():
            return " | ".join(spelled(each) for each in kind.types)
        case kinds.StructType():
            return kind.cls.__name__
        case kinds.Metadata():
            return spelled(kind.type)
    raise TypeError(kind)


# Shapes: the same for the browser to check what it gets


def shapes() -> str:
    """Return the shape of everything that a server answers with, and of what lies in it."""
    named = {
        struct.__name__: _fields(struct)
        for struct in structs()
        # What only clients send, and the rulebook, which comes with the client.
        if struct.__name__ in ANSWERED or not struct.__struct_config__.forbid_unknown_fields
        if struct.__module__ != f"{protocol.__name__}.book"
    }
    lines = [f"  {name}: {json.dumps(fields)}," for name, fields in named.items()]
    head = "// Written by scripts/protocol_files.py from openregicide/protocol/.\n// @ts-check\n"
    kind = "/** @type {Record<string, Record<string, any>>} */\n"
    return head + kind + "\n".join(["export const SHAPES = {", *lines, "};\n"])


ANSWERED = ("RulesData", "TableSettings")
"""Requests have them, and answers too."""


def _fields(struct: Kind) -> dict[str, object]:
    info = _info(struct)
    fields: dict[str, object] = {}
    if info.tag is not None:
        fields[str(info.tag_field)] = {"is": [info.tag]}
    for field in info.fields:
        fields[field.encode_name + ("?" if _may_lack(struct, field) else "")] = shape(field.type)
    return fields


def shape(kind: kinds.Type) -> object:
    """Return a type as data: `[x]` is a list, `of` a record, `is` one of some texts."""
    match kind:
        case kinds.LiteralType():
            return {"is": list(kind.values)}
        case kinds.EnumType():
            return {"is": [member.value for member in kind.cls]}
        case kinds.ListType():
            return [shape(kind.item_type)]
        case kinds.DictType():
            return {"of": shape(kind.value_type)}
        case kinds.UnionType():
            return {"any": [shape(each) for each in kind.types]}
        case kinds.Metadata():
            return shape(kind.type)
    return spelled(kind)


# The tables in the docs


def doc() -> str:
    """Return the prose as it stands, with its tables written anew."""

    def table(found: re.Match[str]) -> str:
        begin, name, end = found.groups()
        rows = list(overview()) if name == "modules" else list(union_rows(unions()[name]))
        return begin + "\n".join(rows) + end

    return TABLE.sub(table, DOC.read_text(encoding="utf-8"))


def overview() -> Iterator[str]:
    """Yield a table of the modules, and what each defines."""
    yield from ("| module | types | |", "|---|---|---|")
    for module in modules():
        names = [struct.__name__ for struct in structs_of(module)]
        names += [name for name in unions() if name in getattr(module, "__all__", ())]
        if names:
            name = module.__name__.rpartition(".")[2]
            yield f"| `{name}` | {_code(names)} | {_told(module)} |"


def union_rows(union: UnionType) -> Iterator[str]:
    """Yield a table of the members of a union, by their tags."""
    yield from ("| type | fields | |", "|---|---|---|")
    for struct in union.__args__:
        info = _info(struct)
        fields = [field.encode_name for field in info.fields]
        yield f"| `{info.tag}` | {_code(fields)} | {_told(struct)} |"


def _code(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _told(thing: object) -> str:
    """Return what a docstring says first."""
    # Not `getdoc`, which would find that of a base.
    text = inspect.cleandoc(thing.__doc__ or "")
    assert text, f"{thing} has no docstring"
    return text.partition("\n\n")[0].replace("\n", " ")


def _info(struct: Kind) -> kinds.StructType:
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    return info


def files() -> dict[Path, str]:
    """Return every file that is written here, as it should be."""
    return {SCHEMA: schema(), TYPES: types(), SHAPES: shapes(), DOC: doc()}


if __name__ == "__main__":
    for path, text in files().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not up to date: run scripts/protocol_files.py")
