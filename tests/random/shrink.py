"""Makes a failing program small: whatever can be left out, or replaced by a part
of itself, while it still fails in the same way."""

import numpy as np
from kinds import Invalid
from simulate import simulate
from tree import Node, walk

LITERALS = [0, 1, True, 1.0]
EXPRESSIONS = {
    "lit", "name", "reg", "un", "bin", "cmp", "and", "or", "ifelse", "walrus", "call", "fn",
    "cast", "index", "field", "attr", "tuple", "in", "gen",
}


class Shrinker:
    """`fails(program, results, simulator)` says whether it still does."""

    def __init__(self, program, fails, tries=1500):
        self.program, self.fails, self.tries = program, fails, tries

    def still_fails(self):
        if self.tries <= 0:
            return False
        self.tries -= 1
        try:
            results, simulator = simulate(self.program)
        except Invalid:
            return False
        except (AttributeError, TypeError, KeyError, ValueError, IndexError, RecursionError):
            return False  # what is left makes no sense at all
        return self.fails(self.program, results, simulator)

    def attempt(self, do, undo):
        do()
        if self.still_fails():
            return True
        undo()
        return False

    def run(self):
        while self.tries > 0:
            changed = self.shrink_launch()
            changed |= self.drop_statements()
            changed |= self.unwrap_statements()
            changed |= self.shrink_expressions()
            changed |= self.drop_parameters()
            if not changed:
                break
        return self.program

    def roots(self):
        return [self.program.body, self.program.functions]

    def bodies(self):
        """Every list of statements."""
        yield from self.roots()
        for root in self.roots():
            for node in walk(root):
                if node.op in ("if", "for", "while", "def", "case"):
                    yield from (p for p in node.parts if is_body(p))

    def drop_statements(self):
        changed = False
        for body in list(self.bodies()):
            size = max(1, len(body) // 2)
            while size:
                at = len(body) - size
                while at >= 0:
                    kept = list(body)

                    def drop(at=at, size=size, body=body):
                        del body[at:at + size]

                    def restore(kept=kept, body=body):
                        body[:] = kept

                    changed |= self.attempt(drop, restore)
                    at -= size
                size //= 2
        for root in self.roots():
            for node in list(walk(root)):
                if node.op == "match":
                    changed |= self.drop_items(node.parts[1], 1)
        return changed

    def drop_items(self, items, least):
        changed = False
        for at in range(len(items) - 1, -1, -1):
            if len(items) > least and at < len(items):
                kept = list(items)
                changed |= self.attempt(lambda a=at: items.pop(a),
                                        lambda k=kept: items.__setitem__(slice(None), k))
        return changed

    def unwrap_statements(self):
        """A compound statement becomes one of its bodies."""
        changed = False
        for body in list(self.bodies()):
            for at in range(len(body) - 1, -1, -1):
                if at >= len(body) or body[at].op not in ("if", "for", "while", "match"):
                    continue
                kept, node = list(body), body[at]
                inners = [p for p in node.parts if is_body(p)]
                if node.op == "match":
                    inners = [c.parts[2] for c in node.parts[1]]
                for inner in inners:
                    def unwrap(a=at, b=body, i=inner):
                        b[a:a + 1] = i

                    def restore(k=kept, b=body):
                        b[:] = k

                    if inner and self.attempt(unwrap, restore):
                        changed = True
                        break
        return changed

    def sites(self):
        """Where expressions stand: a list and an index."""
        for root in self.roots():
            for node in list(walk(root)):
                for holder in [node.parts] + [p for p in node.parts if isinstance(p, list)]:
                    for at, item in enumerate(holder):
                        if isinstance(item, Node) and item.op in EXPRESSIONS \
                                and not is_target(node, holder, at):
                            yield holder, at

    def shrink_expressions(self):
        changed = False
        for holder, at in list(self.sites()):
            if at >= len(holder) or not isinstance(holder[at], Node):
                continue
            node = holder[at]
            if node.op == "lit":
                continue
            inner = [n for n in walk(node.parts) if n.op in EXPRESSIONS]
            inner.sort(key=size_of)
            smaller = [Node("lit", v) for v in LITERALS] if node.op != "name" else []
            for new in smaller + inner[:8]:
                def put(h=holder, a=at, n=new):
                    h[a] = n

                def back(h=holder, a=at, n=node):
                    h[a] = n

                if self.attempt(put, back):
                    changed = True
                    break
        return changed

    def drop_parameters(self):
        program, used = self.program, set()
        for node in walk(self.roots()):
            if node.op == "name":
                used.add(node.parts[0])
        changed = False
        outs = [p for p in program.parameters if p.role == "out"]
        for p in list(program.parameters):
            if p.name not in used and (p.role != "out" or len(outs) > 1):
                kept = list(program.parameters)
                changed |= self.attempt(
                    lambda q=p: program.parameters.remove(q),
                    lambda k=kept: program.parameters.__setitem__(slice(None), k))
        for text in list(program.constants):
            if text not in used:
                value = program.constants[text]
                changed |= self.attempt(
                    lambda t=text: program.constants.pop(t),
                    lambda t=text, v=value: program.constants.__setitem__(t, v))
        return changed

    def shrink_launch(self):
        program, changed = self.program, False
        for name in ("grid", "block"):
            for extents in ((1,), (2,), (32,)):
                kept = getattr(program, name)
                if np.prod(extents) < np.prod(kept):
                    if self.attempt(lambda n=name, e=extents: setattr(program, n, e),
                                    lambda n=name, k=kept: setattr(program, n, k)):
                        changed = True
                        break
        return changed


def is_body(part):
    return isinstance(part, list) and all(isinstance(n, Node) for n in part) and not any(
        n.op in EXPRESSIONS or n.op in ("case", "slice", "range", "each", "dots") for n in part)


def is_target(node, holder, at):
    """What is assigned to."""
    if node.op == "set":
        return holder is node.parts[0]
    if node.op == "near":
        return holder is node.parts
    return node.op in ("aug", "for") and holder is node.parts and at == 0


def size_of(node):
    return sum(1 for _ in walk(node))
