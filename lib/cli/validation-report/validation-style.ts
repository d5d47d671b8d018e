// Styles that validation.html and refinement.html add to those of report.html.

export const validationStyle = `
body { --held: #2a8f4f; --broken: #c1121f; --undecided: #e0a100; }
.verdict.held { border-color: var(--held); }
.verdict.broken { border-color: var(--broken); }
.verdict.undecided { border-color: var(--undecided); }
.verdict strong { margin-right: 6px; }
.verdict.held strong { color: #1d6f3b; }
.verdict.broken strong { color: var(--broken); }
.verdict.undecided strong { color: #8a6200; }
.table.whole { max-height: none; }
.table .says { min-width: 280px; white-space: normal; text-align: left; }
.table tbody th[scope="row"] { text-align: left; font-weight: 600; }
.table thead th:first-child, .table .fitted :is(th, td):nth-child(3) { text-align: left; }
.outcome { display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 13px; background: #e6eaee; }
.outcome.held { background: #d8f0e0; }
.outcome.broken { background: var(--broken); color: #fff; }
.outcome.undecided { background: #fdf1c9; }
.unit { color: var(--soft); font-size: 13px; }
.cases td, .poses td { font-size: 13px; }
.table .cases th, .table .cases td, .table .poses th, .table .poses td, .table .measured th, .table .measured td, .table .fitted th, .table .fitted td { padding: 3px 8px; }
.cases thead th, .poses thead th, .measured thead th, .fitted thead th { white-space: normal; vertical-align: bottom; }
.hint + .table { margin-top: 8px; }
.table .cases td:nth-child(2), .table .measured :is(th, td):nth-child(2) { text-align: right; }
.table .poses :is(th, td):nth-child(3) { text-align: left; white-space: normal; min-width: 170px; }
.poses tr.broken { background: #fdecea; }
.poses tr.undecided { background: #fef8e3; }
.states { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0 0 6px; }
.states i { display: inline-block; width: 11px; height: 11px; margin-right: 5px; border-radius: 2px; }
.state-bar { display: flex; height: 14px; margin: 0 0 14px; border-radius: 3px; overflow: hidden; }
i.separated { background: #8fc9a4; }
i.near { background: #f0cf5a; }
i.intersecting { background: #d6574f; }
i.enclosed { background: #7a2f86; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 0 28px; }
.plots > section { min-width: 0; }
.plots .u-over { cursor: crosshair; }
.plots .u-legend { margin: 0; }
.plots h2 { margin-top: 24px; }
.stage .scale .key { margin-top: 4px; }
.stage .scale .key i.dot { width: 11px; height: 11px; margin: 0 2px; border-radius: 50%; }
.stage .scale .key i.piece { width: 14px; height: 11px; margin: 0 1px; }
code { display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 13px; overflow-wrap: anywhere; }
dd.hash, .hash { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
.fits { margin: 0; padding: 0; list-style: none; font-size: 13px; }
.fits li { display: inline-block; margin-right: 18px; }
.fits i { display: inline-block; width: 12px; height: 12px; margin-right: 5px; border-radius: 50%; vertical-align: -1px; }
@media print {
  .plots { display: block; }
  .plots > section { break-inside: avoid; }
  .fits { break-before: avoid; }
  .plots .hint, section > .hint { display: block; break-after: avoid; }
  .cases button { padding: 0; }
  .table { overflow: visible; border: 0; }
  .table th, .table td { padding: 2px 5px; white-space: normal; font-size: 8pt; }
}
`;
