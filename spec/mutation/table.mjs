// Results → Markdown: each fault and the spec that noticed it.

const MOST_TESTS = 2;

export function markdown({ results, seconds }) {
  const survivors = results.filter(({ caughtBy }) => caughtBy === null);
  return [
    `${results.length} faults, ${results.length - survivors.length} caught, ${survivors.length} survived; ${Math.round(seconds / 60)} min.`,
    '',
    '| file | fault | caught by | test |',
    '| :-- | :-- | :-- | :-- |',
    ...results.map((result) => row(result)),
  ].join('\n');
}

function row({ file, line, says, caughtBy, verdict, tests }) {
  const place = `${file.replace(/^lib\//, '')}:${line}`;
  if (caughtBy === null) return cells(place, says, '**SURVIVED**', '');
  const named =
    tests.slice(0, MOST_TESTS).join('; ') + (tests.length > MOST_TESTS ? `; ${tests.length - MOST_TESTS} more` : '');
  const how = verdict === 'failed' ? named : [verdict, named].filter(Boolean).join(': ');
  return cells(place, says, caughtBy.replace(/^spec\//, ''), how);
}

function cells(...texts) {
  return `| ${texts.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
