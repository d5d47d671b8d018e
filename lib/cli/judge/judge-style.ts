// Styles that judge.html adds to those of report.html.

import { seriesStyle } from '../assess/assess-style.ts';
import { histogramStyle } from '../impacts/impacts-style.ts';

export const judgeStyle = `${seriesStyle}${histogramStyle}
body { --good: #2a8f4f; --bad: #c1121f; --open: #e0a100; }
.verdict.agrees { border-color: var(--good); }
.verdict.differs { border-color: var(--bad); }
.verdict.undecided { border-color: var(--open); }
.verdict strong { margin-right: 6px; }
.verdict.agrees strong { color: #1d6f3b; }
.verdict.differs strong { color: var(--bad); }
.verdict.undecided strong { color: #8a6200; }
.outcome { display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 13px; background: #e6eaee; }
.outcome.right { background: #d8f0e0; }
.outcome.wrong { background: var(--bad); color: #fff; }
.outcome.undecided { background: #fdf1c9; }
.outcome.absent { color: var(--soft); background: none; padding: 0; }
.table { width: fit-content; max-width: 100%; }
.table.whole { max-height: none; }
.table .parts td:nth-child(5) { min-width: 200px; }
.table .parts :is(th, td), .table .depths :is(th, td) { white-space: normal; }
.table .parts :is(th, td):nth-child(1), .table .parts :is(th, td):nth-child(5), .table .depths th { text-align: left; }
.table .parts tbody th, .table .depths tbody th { font-weight: 600; }
.table .depths :is(th, td):nth-child(2) { text-align: right; }
.table .answers :is(th, td) { font-size: 13px; padding: 3px 8px; }
.table .answers :is(thead th, td:nth-child(9)) { white-space: normal; vertical-align: bottom; }
.table .answers tbody :is(th, td) { vertical-align: top; }
.table .answers :is(th, td):nth-child(3) { text-align: left; white-space: normal; min-width: 260px; }
.table .answers tr.wrong { background: #fdecea; }
.depth-plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 290px), 380px)); gap: 14px; margin: 12px 0 0; }
.depth-plots ~ .table { margin-top: 12px; }
.depth-plots figure { margin: 0; }
.depth-plots svg { display: block; width: 100%; border: 1px solid var(--line); border-radius: 6px; font-size: 14px; font-variant-numeric: tabular-nums; }
.depth-plots figcaption { margin-top: 4px; color: var(--soft); font-size: 13px; }
.depth-plots text { fill: var(--soft); }
.depth-plots path { fill: none; }
.depth-plots .grid { stroke: #edf0f3; }
.depth-plots .band { fill: #2a8f4f; opacity: 0.15; }
.depth-plots .diagonal { stroke: #2a8f4f; stroke-dasharray: 4 4; }
.depth-plots g.good { stroke: #2a8f4f; fill: #2a8f4f; }
.depth-plots g.bad { stroke: #c1121f; fill: #c1121f; }
.depth-plots g { opacity: 0.7; }
.histogram { margin: 12px 0 0; }
.histogram .mark { stroke: #4a5568; stroke-dasharray: 4 4; fill: none; }
.series { margin: 12px 0 0; }
.engine { --colour: #1d2430; } .nearest { --colour: #2684cc; } .feed { --colour: #2a8f4f; }
.protrusion { --colour: #c1121f; } .translation { --colour: #7a2f86; } .exact { --colour: #e08c00; }
.good { --colour: #2a8f4f; } .bad { --colour: #c1121f; } .reversed { --colour: #7a2f86; }
.hash { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
code { display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 13px; overflow-wrap: anywhere; }
@media print { .pictures figure, .depth-plots figure { break-inside: avoid; } }
`;
