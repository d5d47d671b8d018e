// Styles that sweep.html adds to those of report.html.

export const sweepStyle = `
body { --free: #8fc9a4; --contact: #c1121f; --initial: #7a2f86; --grazing: #f0b400; }
.timeline { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.timeline svg { display: block; width: 100%; min-width: 900px; font-size: 15px; font-variant-numeric: tabular-nums; }
.timeline text { fill: var(--soft); }
.timeline path { fill: none; }
.timeline .grid { stroke: #edf0f3; }
.timeline .curve { stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.timeline .dots { fill: var(--accent); }
.timeline path.limit { stroke: #4a5568; stroke-dasharray: 7 5; }
.timeline text.limit { fill: #4a5568; }
.timeline rect.free { fill: var(--free); }
.timeline rect.contact { fill: var(--contact); }
.timeline rect.initial { fill: var(--initial); }
.timeline rect.grazing { fill: var(--grazing); }
.timeline path.mark { stroke-width: 2; }
.timeline path.mark.contact { stroke: var(--contact); }
.timeline path.mark.grazing { stroke: var(--grazing); }
.key { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 8px 0 0; padding: 0; list-style: none; font-size: 14px; }
.key i { display: inline-block; width: 13px; height: 13px; margin-right: 6px; border-radius: 2px; vertical-align: -2px; }
.key i.mark { width: 2px; height: 15px; margin: 0 11px 0 5px; background: var(--contact); }
.key i.line { height: 3px; background: var(--accent); vertical-align: 3px; }
.key i.free { background: var(--free); }
.key i.contact { background: var(--contact); }
.key i.initial { background: var(--initial); }
.key i.grazing { background: var(--grazing); }
.table { width: fit-content; max-width: 100%; max-height: none; }
.hint + .table { margin-top: 8px; }
.state.contact { background: #fbdcd9; }
.state.initial { background: #eedcf1; }
.state.grazing { background: #fdf1c9; }
.table tbody :is(th, td) { vertical-align: top; }
.table .touched :is(th, td):last-child { min-width: 300px; text-align: left; }
.table summary { cursor: pointer; color: var(--accent); }
.table pre { max-width: 520px; margin: 4px 0; overflow-x: auto; padding: 4px 8px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 12px; text-align: left; user-select: all; }
@media print { .timeline svg { min-width: 0; } .table th, .table td { padding: 2px 5px; white-space: normal; font-size: 8pt; } }
`;
