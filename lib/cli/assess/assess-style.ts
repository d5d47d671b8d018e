// Styles that assess.html adds to those of report.html, and styles of plots along a path.

export const seriesStyle = `
.series { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.series svg { display: block; width: 100%; min-width: 900px; font-size: 15px; font-variant-numeric: tabular-nums; }
.series text { fill: var(--soft); }
.series path { fill: none; }
.series .grid { stroke: #edf0f3; }
.series .line { stroke: var(--colour); stroke-width: 2; stroke-linejoin: round; }
.series .band { fill: var(--colour); opacity: 0.25; }
.key { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 8px 0 14px; padding: 0; list-style: none; font-size: 14px; }
.key i { display: inline-block; width: 13px; height: 13px; margin-right: 6px; border-radius: 2px; background: var(--colour); vertical-align: -2px; }
@media print { .series svg { min-width: 0; } .series { break-inside: avoid; } }
`;

export const assessStyle = `${seriesStyle}body { --plunge: #c1121f; --ahead: #0b6aa2; --all: #4a5568; --inside: #2a8f4f; --outside: #c1121f; }
body { --structure0: #2684cc; --structure1: #7a2f86; --structure2: #2a8f4f; --structure3: #e08c00; }
.plunge { --colour: var(--plunge); } .ahead { --colour: var(--ahead); }
.all { --colour: var(--all); } .inside { --colour: var(--inside); } .outside { --colour: var(--outside); }
.structure0 { --colour: var(--structure0); } .structure1 { --colour: var(--structure1); }
.structure2 { --colour: var(--structure2); } .structure3 { --colour: var(--structure3); }
.table { width: fit-content; max-width: 100%; max-height: none; }
.table :is(th, td):nth-child(2) { text-align: right; }
.table .measures :is(th, td) { text-align: left; white-space: normal; }
@media print { .pictures figure { break-inside: avoid; } }
`;
