"""How templates become Python: what they show, by fewer calls than Jinja's own code makes. Knows no letter, and changes
nothing in what a template may say or in what it shows.
"""

from collections.abc import Iterable
from types import FunctionType, MethodType
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context

PLAIN = (FunctionType, MethodType)


class Part(Extension):
    """`{% part "parts/table.html" %}`: another template, compiled into this one. An `include` makes a context of its
    own each time, which takes as long as what it shows."""

    tags = {"part"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node:
        """What stands in that template, in a scope of its own. Raises TemplateSyntaxError, TemplateNotFound."""
        lineno = next(parser.stream).lineno
        name = parser.stream.expect("string").value
        assert self.environment.loader is not None, "templates stand in folders"
        source, file, _ = self.environment.loader.get_source(self.environment, name)
        return nodes.Scope(self.environment.parse(source, name, file).body, lineno=lineno)


class Shown(CodeGenerator):
    """Code that shows every value by one call, of `shown` or `said`, where Jinja's takes four calls of Python for each,
    and a letter has hundreds."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.shown(" if frame.eval_ctx.autoescape else "environment.said(")

    def blockvisit(self, body: Iterable[nodes.Node], frame: Frame) -> None:
        """Have a template, or a block of it, hand over all its text in one piece: else each piece goes up by itself
        through all templates that extend one another."""
        whole = frame.buffer is None
        if whole:
            self.buffer(frame)
        super().blockvisit(body, frame)
        if whole:
            self.writeline(f"yield concat({frame.buffer})")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Ask the value itself first, which nearly always has what is asked for."""
        value, found = self.temporary_identifier(), self.temporary_identifier()
        self.write(f"({found} if ({found} := getattr(({value} := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr({value}, {node.attr!r}))")


class Straight(Context):
    """The values of one rendering. Calls a plain function at once, where Jinja looks three times whether it wants the
    context: ours never do."""

    def call(self, called: Any, /, *args: Any, **given: Any) -> Any:
        """What `called` returns. Whatever else can be called, a macro for one, is called in Jinja's own way."""
        if type(called) not in PLAIN or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **given)
        given.pop("_block_vars", None)
        given.pop("_loop_vars", None)
        return called(*args, **given)
