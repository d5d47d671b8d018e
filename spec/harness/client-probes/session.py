"""Two surfaces and poses in RAS, as JSON -> what the Slicer module's session reports at each, as JSON."""

import array
import json
import sys

sys.dont_write_bytecode = True
folder, host, port = sys.argv[1:]
sys.path.insert(0, folder)
from KerfContactLib.connection import KerfConnection  # noqa: E402
from KerfContactLib.contact import ContactSession, patch_rows, report_warning, state_sentence  # noqa: E402

given = json.load(sys.stdin)
bone, tool = (
    (array.array("d", given[name]["positions"]), array.array("I", given[name]["faces"])) for name in ("bone", "tool")
)
session = ContactSession(KerfConnection(host, int(port)))
session.load(bone, tool, given["contactDistance"], given["resolution"])


def plain(value):
    return list(value) if isinstance(value, array.array) else value


reports = []
for pose in given["poses"]:
    # The pose in between waits behind the first, and is dropped for the final one.
    session.move(given["poses"][0])
    session.move(given["poses"][1])
    session.move(pose)
    first = session.poll(60)
    report = session.poll(60)
    assert first is not None and not session.is_waiting and session.poll() is None
    shown = {name: plain(value) for name, value in report.items() if name not in ("protrusionPoint", "penetration")}
    said = {"sentence": state_sentence(report), "warning": report_warning(report, given["warnWithin"])}
    reports.append({"report": shown, **said, "rows": patch_rows(report)})
print(json.dumps(reports))
