// A skull and a saw in React: sliders move the saw, and a worker says how it touches. Needs kerf, react and react-dom.

import { sawBlade, skullPhantom } from 'kerf/datasets';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useContacts } from './use-contacts.jsx';

const BODIES = { bone: skullPhantom({ targetFaces: 50_000 }), tool: sawBlade() };
/** mm: the contact distance, and the longest edge of a contact sub-triangle. */
const OPTIONS = { ...BODIES, contactDistance: 0.2, resolution: 1, backend: 'cpu' };
/** Of the saw's tip, mm: least, greatest, first. */
const AXES = { 'x, left': [-100, 100, 12], 'y, back': [-120, 120, 17.5], 'z, up': [-120, 120, 72] };

/** The blade upright, its teeth down. Column-major, tool frame → bone frame. */
const poseAt = ([x, y, z]) => [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, x, y, z, 1];

/** Dots: two coordinates of each point, mm. */
function dots(points, first, second) {
  let path = '';
  for (let i = 0; i < points.length; i += 3)
    path += `M${points[i + first].toFixed(1)} ${points[i + second].toFixed(1)}h0`;
  return path;
}
const BONE = dots(OPTIONS.bone.positions, 0, 2);
const TOOL = dots(OPTIONS.tool.positions, 0, 1);

/** From the front: x to the right, z up. The saw is where the answer is for, not where the sliders are. */
function Sketch({ answer }) {
  const m = answer?.closest ? answer.pose : null;
  return (
    <svg viewBox="-105 -215 210 340" role="img" aria-label="Skull, saw and contacts from the front">
      <g transform="scale(1 -1)">
        <path d={BONE} className="bone" />
        {m && <path d={TOOL} className="tool" transform={`matrix(${[m[0], m[2], m[4], m[6], m[12], m[14]]})`} />}
        {m && <path d={dots(answer.points, 0, 2)} className="contacts" />}
      </g>
    </svg>
  );
}

const mm = (x) => `${x.toFixed(3).replace('-', '−')} mm`;

function Figures({ answer: { closest, contacts, penetrating, error } }) {
  if (error) return <output role="alert">{[error.name, error.code, error.message].join(' · ')}</output>;
  const { distance, low, high } = closest;
  return (
    <output>
      <b>{penetrating ? 'penetrating' : 'apart'}</b>: {contacts} contacts
      <br />
      closest distance: {mm(distance)}
      <br />
      certified: {mm(low)} to {mm(high)}, {(high - low).toExponential(0)} mm wide
    </output>
  );
}

function Page() {
  const [at, setAt] = useState(Object.values(AXES).map(([, , first]) => `${first}`));
  const contacts = useContacts(OPTIONS);
  const { ask, ready, answer, asked, answered, dropped } = contacts;
  useEffect(() => ask(poseAt(at.map(Number.parseFloat))), [ask, at]);
  useEffect(() => {
    window.page = { ...contacts, root }; // for whoever drives the page by a script
  }, [contacts]);
  return (
    <main>
      <Sketch answer={answer} />
      <section>
        {Object.entries(AXES).map(([name, [min, max]], axis) => {
          const shared = {
            min,
            max,
            step: 0.1,
            value: at[axis],
            onChange: (e) => setAt(at.with(axis, e.target.value)),
          };
          return (
            <label key={name}>
              {name} <input type="range" aria-label={name} {...shared} />
              <input type="number" aria-label={`${name}, mm`} {...shared} /> mm
            </label>
          );
        })}
        {answer ? <Figures answer={answer} /> : <output>{ready ? 'Asking …' : 'Making a detector …'}</output>}
        <p>
          poses: {asked} asked, {answered} answered, {dropped} dropped for a newer one
        </p>
      </section>
    </main>
  );
}

const root = createRoot(document.querySelector('#page'));
root.render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
