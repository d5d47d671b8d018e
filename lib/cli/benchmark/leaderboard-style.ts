// Styles that the leaderboard's page adds to those of report.html.

export const leaderboardStyle = `
body { max-width: 1560px; }
.table { max-height: none; }
.table th, .table td { padding: 4px 7px; vertical-align: top; font-size: 13px; }
.table thead th { position: static; vertical-align: bottom; white-space: normal; }
.table th[scope="colgroup"] { border-left: 1px solid var(--line); text-align: center; }
.table :is(th, td).first { border-left: 1px solid var(--line); }
.table th[scope="row"] { font-weight: 600; text-align: left; }
.table thead th:first-child, .table .answers { text-align: left; }
.table small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; }
.table .answers { white-space: normal; min-width: 150px; }
.table .right { font-weight: 600; }
.table .families { table-layout: fixed; min-width: 900px; }
.table .families :is(th, td):nth-child(n) { text-align: right; white-space: normal; }
.table .families :is(th, td):first-child { text-align: left; }
.wrong { color: #a3001b; font-weight: 600; }
@media print { .table th, .table td { padding: 2px 4px; white-space: normal; font-size: 7pt; } }
`;
