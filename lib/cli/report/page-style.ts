// The style of all pages, as CSS: light and dark by the reader's scheme, light on paper; narrow on a phone.

export const pageStyle = `
/* Colours by what they mean. -ink: text; -wash: what is behind text; -faint: behind a row of a table. */
:root {
  color-scheme: light; --ink: #1d2430; --soft: #5d6876; --line: #d9dee5; --grid: #edf0f3; --edge: #8a94a0;
  --paper: #ffffff; --wash: #f4f6f8; --ground: #eef2f6; --glass: #ffffffe0; --button: #ffffff;
  --accent: #0b6aa2; --selected: #dcebf5; --mark: #4a5568; --plain-wash: #e6eaee;
  --bad: #c1121f; --bad-ink: #a3001b; --bad-wash: #fbdcd9; --bad-faint: #fdecea;
  --good: #2a8f4f; --good-ink: #1d6f3b; --good-wash: #e0f1e6;
  --near: #e0a100; --near-ink: #7d5800; --near-wash: #fdf1c9; --near-faint: #fef8e3;
  --within: #7a2f86; --within-wash: #eedcf1;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark; --ink: #e3e8ee; --soft: #a5afbb; --line: #39424d; --grid: #2a313a; --edge: #6c7886;
    --paper: #14181d; --wash: #1d232b; --ground: #20262e; --glass: #14181de0; --button: #262d36;
    --accent: #67b7e8; --selected: #1f3b4f; --mark: #aab4c0; --plain-wash: #2f3843;
    --bad: #f2646a; --bad-ink: #ffaca7; --bad-wash: #4c1b20; --bad-faint: #33191d;
    --good: #45b36d; --good-ink: #86d9a2; --good-wash: #1c3b29;
    --near: #e3ad2d; --near-ink: #f1c862; --near-wash: #453810; --near-faint: #2f2911;
    --within: #c48bd0; --within-wash: #40264a;
  }
  /* uPlot draws in dark colours on nothing. Lightness turns round, and hues stay. */
  .plot canvas, .u-legend .u-marker { filter: invert(1) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 20px 24px 40px; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; }
.brand { margin: 0; color: var(--soft); font-size: 13px; letter-spacing: 0.03em; }
.verdict { display: inline-block; margin: 0 0 14px; padding: 6px 12px; border-left: 5px solid; border-radius: 3px; background: var(--wash); font-size: 16px; font-weight: 600; }
.verdict.through { border-color: var(--bad-ink); background: var(--bad-wash); color: var(--bad-ink); }
strong.through { padding: 0 7px; border-radius: 9px; background: #a3001b; color: #fff; font-size: 13px; }
.verdict.touching { border-color: var(--bad); }
.verdict.near { border-color: var(--near); }
.verdict.clear { border-color: var(--good); }
.notice.first { margin: 0 0 10px; border-left: 5px solid var(--near); }
.notice { padding: 10px 14px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); }
.stage { position: relative; height: min(58vh, 600px); min-height: 320px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--ground); }
.stage .canvas { position: absolute; inset: 0; outline-offset: -3px; touch-action: none; }
.stage .divider { position: absolute; top: 0; bottom: 0; left: 45%; width: 1px; background: var(--edge); pointer-events: none; }
.stage .caption { position: absolute; top: 8px; padding: 2px 8px; border-radius: 3px; background: var(--glass); font-size: 13px; pointer-events: none; }
.stage .caption.left { left: 8px; max-width: calc(45% - 16px); }
.stage .caption.right { left: calc(45% + 8px); }
.stage .ring { position: absolute; width: 54px; height: 54px; margin: -27px 0 0 -27px; border: 3px solid #c1121f; border-radius: 50%; box-shadow: 0 0 0 2px #ffffffcc, inset 0 0 0 2px #ffffffcc; pointer-events: none; }
.stage .scale { position: absolute; right: 10px; bottom: 10px; padding: 8px 10px; border-radius: 4px; background: var(--glass); font-size: 12px; pointer-events: none; }
.scale .bar { position: relative; width: 16px; height: 150px; border: 1px solid var(--edge); }
.scale .tick { position: absolute; left: 20px; white-space: nowrap; transform: translateY(-50%); font-variant-numeric: tabular-nums; }
.scale .title { width: 132px; margin: 0 0 8px; line-height: 1.25; }
.scale .key { display: flex; align-items: center; gap: 6px; margin-top: 8px; }
.scale .key i { display: inline-block; width: 16px; height: 3px; background: #101418; outline: 1px solid var(--edge); }
.stage.stacked { height: min(150vw, 76vh); min-height: 420px; }
.stage.stacked .divider { top: 45%; right: 0; bottom: auto; left: 0; width: auto; height: 1px; }
.stage.stacked .caption.left { max-width: calc(100% - 16px); }
.stage.stacked .caption.right { top: calc(45% + 8px); left: 8px; }
@media (max-width: 560px) {
  .stage .scale { padding: 4px 6px; }
  .scale .bar { height: 84px; }
  .scale .title { width: 100px; }
}
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; margin: 10px 0 0; }
.controls .path { display: flex; flex: 1 1 340px; align-items: center; gap: 8px; }
.controls input[type="range"] { flex: 1; min-width: 140px; accent-color: var(--accent); }
.controls fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; margin: 0; padding: 0; border: 0; }
.controls legend { float: left; padding: 0; color: var(--soft); font-size: 13px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 14px; }
.pictures figure { margin: 0; }
.pictures .shot { position: relative; }
.pictures .bar { position: absolute; bottom: 10px; left: 10px; border: solid var(--ink); border-width: 0 2px 2px; background: var(--glass); font-size: 12px; line-height: 1.5; text-align: center; white-space: nowrap; }
.pictures img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); }
.pictures figcaption { margin-top: 4px; color: var(--soft); font-size: 13px; }
button { padding: 3px 10px; border: 1px solid var(--edge); border-radius: 4px; color: inherit; background: var(--button); font: inherit; font-size: 14px; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.status.through { color: var(--bad-ink); font-weight: 600; }
.status { margin: 8px 0 0; font-variant-numeric: tabular-nums; }
.hint { margin: 4px 0 0; color: var(--soft); font-size: 13px; }
.plot .u-legend { text-align: left; font-size: 13px; }
.plot .u-over { cursor: pointer; }
.table { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
#plot table { width: auto; }
.table th, .table td { padding: 3px 12px; border-bottom: 1px solid var(--grid); text-align: right; font-weight: 400; white-space: nowrap; }
.table thead th { position: sticky; top: 0; z-index: 1; background: var(--wash); font-weight: 600; }
.table th:nth-child(2), .table td:nth-child(2) { text-align: left; }
.table .timed :is(th, td):nth-child(2) { text-align: right; }
.table .timed :is(th, td):nth-child(3) { text-align: left; }
.table tr.selected { background: var(--selected); }
.table button { min-width: 44px; padding: 0 8px; }
.state { display: inline-block; padding: 0 7px; border-radius: 9px; font-size: 13px; background: var(--good-wash); }
.state.near { background: var(--near-wash); }
.state.intersecting, .state.enclosed { background: var(--bad-wash); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 28px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; max-width: 90ch; }
.print-only { display: none; }
@media screen and (max-width: 720px) { body { padding: 12px; } dl { grid-template-columns: 1fr; } dt { margin-top: 6px; } }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  .controls, .hint, .stage .canvas { display: none; }
  .print-only { display: block; width: 100%; height: auto; }
  .stage { height: auto; min-height: 0; break-inside: avoid; }
  .plot { break-inside: avoid; }
  .plot .uplot, .plot .u-wrap { width: 100% !important; height: auto !important; }
  .plot .u-wrap canvas { width: 100% !important; height: auto !important; }
  .plot .u-over, .plot .u-under, .plot .u-value { display: none; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  .table { max-height: none; overflow: visible; }
  .table thead th { position: static; white-space: normal; }
  .table :is(th, td, .words) { min-width: 0 !important; padding: 2px 4px !important; white-space: normal !important; font-size: 7pt !important; }
  .table :is(.state, .outcome, strong.through) { padding: 0 3px; font-size: inherit; }
  button { border: 0; background: none; font-size: inherit; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
