// Profiles → Markdown.

import { milliseconds, row } from '../cells.mjs';
import { roomsOf } from './fold.mjs';

/** Shares of a profile's time: a function below both, itself and with its callees, is not shown. */
const LEAST_SELF = 0.03;
const LEAST_TOTAL = 0.1;
const MOST_ROWS = 16;
/** A larger share belongs to the loop around everything. */
const WHOLE = 0.985;
const HOUSE = ['this bench', 'Node'];

/** A line of rooms, and a table of functions: what each took itself and with its callees. */
export function functionTable(functions) {
  const shown = functions.filter(
    ({ room, self, total }) => self >= LEAST_SELF || (total >= LEAST_TOTAL && total < WHOLE && !HOUSE.includes(room)),
  );
  const least = shown.map(({ self, total }) => Math.max(self, total / 2)).sort((a, b) => b - a)[MOST_ROWS - 1] ?? 0;
  return [
    `By room: ${roomShares(functions)}.`,
    '',
    row(['function', 'room', 'itself', 'with what it calls']),
    row([':--', ':--', '--:', '--:']),
    ...shown
      .filter(({ self, total }) => Math.max(self, total / 2) >= least)
      .map(({ name, room, self, total }) => row([`\`${name}\``, room, percent(self), percent(total)])),
    '',
  ].join('\n');
}

/** Milliseconds that each room takes of a query at each size; last column: the last size over the first. */
export function growthTable(sizes) {
  const rooms = sizes.map(({ milliseconds: all, functions }) =>
    roomsOf(functions).map(({ room, share }) => [room, share * all]),
  );
  const names = rooms.at(-1).map(([room]) => room);
  const cells = (of) => rooms.map((own) => Object.fromEntries(own)[of] ?? 0);
  return [
    row(['milliseconds', ...sizes.map(({ name }) => name), 'last over first']),
    row([':--', ...sizes.map(() => '--:'), '--:']),
    ...[['all', sizes.map(({ milliseconds: all }) => all)], ...names.map((name) => [name, cells(name)])]
      .filter(([, own]) => own.at(-1) >= LEAST_SELF * sizes.at(-1).milliseconds)
      .map(([name, own]) =>
        row([name, ...own.map(milliseconds), own[0] > 0 ? `${(own.at(-1) / own[0]).toFixed(1)} ×` : '–']),
      ),
    '',
  ].join('\n');
}

function roomShares(functions) {
  return roomsOf(functions)
    .filter(({ share }) => share >= LEAST_SELF)
    .map(({ room, share }) => `${room} ${percent(share)}`)
    .join(', ');
}

export function percent(share) {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
