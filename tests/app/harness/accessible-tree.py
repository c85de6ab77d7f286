"""Prints the accessible tree of the page in a process's window as JSON: role, name, text, states and children of each object.

It asks over the accessibility bus, as a screen reader does. Usage: accessible-tree.py PROCESS
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

STATES = ["FOCUSED", "SELECTED", "CHECKED", "EXPANDED", "EDITABLE", "INVALID_ENTRY"]


def describe(item):
    states = item.get_state_set()
    return {
        "role": item.get_role_name(),
        "name": item.get_name(),
        "text": text(item),
        "states": [name.lower() for name in STATES if states.contains(getattr(Atspi.StateType, name))],
        "children": [describe(child) for child in children(item)],
    }


def text(item):
    found = item.get_text_iface()
    # Parts that have objects of their own are marked with this character.
    return found.get_text(0, found.get_character_count()).replace("\ufffc", "").strip() if found else ""


def children(item):
    found = (item.get_child_at_index(at) for at in range(item.get_child_count()))
    return [child for child in found if child is not None]


def page_in(item):
    if item.get_role_name() == "document web":
        return item
    return next(filter(None, map(page_in, children(item))), None)


process = int(sys.argv[1])
windows = [app for app in children(Atspi.get_desktop(0)) if app.get_process_id() == process]
page = next(filter(None, map(page_in, windows)), None)
if page is None:
    sys.exit(f"no page of process {process} is on the accessibility bus")
print(json.dumps(describe(page)))
