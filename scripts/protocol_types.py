"""Write the protocol's types for the browser client: `web/types/protocol.d.ts`.

    python scripts/protocol_types.py            writes the file
    python scripts/protocol_types.py --check    fails if the file is not what it would write

The answers of the HTTP side (`server/web/`) and the rulebook's
files are written too. Both sides then speak of the same fields, and `tsc --checkJs` notices when
they no longer do.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec.inspect as inspect
from msgspec import Struct

from openregicide import protocol
from openregicide.server.web import daily as daily_http
from openregicide.server.web import http, rulebook
from openregicide.server.web import lessons as learn

FILE = Path(__file__).parent.parent / "src/openregicide/web/types/protocol.d.ts"
HEAD = (
    "// Written by scripts/protocol_types.py"
    " from openregicide/protocol.py and the answers in openregicide/server/web/.\n"
)
ANSWERS: tuple[type[Struct], ...] = (
    http.Info, http.GameSeat, http.GameSummary, http.Games, http.Step, http.Replay,
    http.Statistics, http.AllStatistics, http.HintMove, http.Hints, learn.LessonInfo,
    learn.CourseInfo, learn.Lecture, learn.Lesson, daily_http.DailyRow, daily_http.DailyBoard,
    daily_http.DailyTry, daily_http.Daily, daily_http.DailyChance,
    rulebook.SpanData, rulebook.ParagraphBlock, rulebook.ItemsBlock, rulebook.TableBlock,
    rulebook.ExampleBlock, rulebook.PictureBlock, rulebook.SectionData, rulebook.ChapterData,
    rulebook.BookData, rulebook.StepData, rulebook.ExampleData,
)  # fmt: skip
UNIONS = {"Request": protocol.Request, "Message": protocol.Message}


def spelled(kind: inspect.Type) -> str:
    """Return a type as TypeScript spells it."""
    match kind:
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.AnyType():
            return "unknown"
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.ListType():
            item = spelled(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<{spelled(kind.key_type)}, {spelled(kind.value_type)}>"
        case inspect.UnionType():
            return " | ".join(spelled(each) for each in kind.types)
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.Metadata():
            return spelled(kind.type)
    raise TypeError(kind)


def interface(struct: type[Struct]) -> str:
    """Return a message as an interface. What may be left out on the way is optional."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    config = struct.__struct_config__
    lines = [f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        may_lack = not field.required and (config.omit_defaults or config.forbid_unknown_fields)
        mark = "?" if may_lack else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)};")
    return "\n".join([*lines, "}"])


def written() -> str:
    """Return the whole file."""
    named = [getattr(protocol, name) for name in protocol.__all__]
    structs = [each for each in named if isinstance(each, type) and issubclass(each, Struct)]
    parts = [HEAD, *(interface(struct) + "\n" for struct in (*structs, *ANSWERS))]
    for name, union in UNIONS.items():
        members = " | ".join(each.__name__ for each in union.__args__)
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


if __name__ == "__main__":
    text = written()
    if "--check" in sys.argv[1:]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
            sys.exit(f"{FILE} is not up to date: run scripts/protocol_types.py")
    else:
        FILE.write_text(text, encoding="utf-8")
