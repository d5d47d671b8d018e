// Styles that impacts.html adds to those of report.html, and styles of histograms.

export const histogramStyle = `
.histogram { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.histogram svg { display: block; width: 100%; min-width: 900px; font-size: 15px; font-variant-numeric: tabular-nums; }
.histogram text { fill: var(--soft); }
.histogram .grid { fill: none; stroke: #edf0f3; }
@media print { .histogram svg { min-width: 0; } .histogram { break-inside: avoid; } }
`;

export const impactsStyle = `${histogramStyle}.times { max-width: 420px; margin: 12px 0 0; font-size: 13px; color: var(--soft); font-variant-numeric: tabular-nums; }
.times p { margin: 0 0 4px; }
.times .bar { height: 14px; border: 1px solid #8a94a0; border-radius: 2px; }
.times .marks { display: flex; justify-content: space-between; }
.table { width: fit-content; max-width: 100%; }
@media print { .pictures figure { break-inside: avoid; } }
`;
