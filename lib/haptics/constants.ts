// The numbers of the servo that are nobody's options, each with its unit and its reason.

/**
 * mm: the gap at which the proxy's contacts rest. At this distance the direction to the surface is still good to 1e-10;
 * a fingertip feels ten times as much.
 */
export const SKIN = 0.02;
/**
 * mm: a placement is taken if no gap is smaller than SKIN − TOLERANCE. It allows for what curvature does to a step's
 * linear constraints; with SKIN it stays below the 0.05 mm that the proxy may be off.
 */
export const TOLERANCE = 0.01;
/** mm that a point moves in a substep at most, near the bone: so far the planes of a step's constraints are good. */
export const STRIDE = 0.4;
/** Substeps of a tick: 4·STRIDE a millisecond is 1.6 m/s, faster than a hand saws. In the air strides are longer. */
export const MOST_SUBSTEPS = 4;
/** mm: points that may be nearer to the bone than this are measured; above SKIN, so contacts are known in advance. */
export const CLOSE = 0.1;
/** How often a substep that ends in the bone is halved before the proxy stays where it is. */
export const MOST_HALVINGS = 4;
/**
 * Contacts that constrain one substep, those with the smallest gaps. At a solution six carry all six degrees of
 * freedom; the others save substeps on the way to it.
 */
export const MOST_CONTACTS = 48;
/** Sweeps over the contacts, and the change (mm) below which they end: a thousandth of TOLERANCE. */
export const MOST_SWEEPS = 40;
export const SETTLED = TOLERANCE / 1000;
/** ms over which the force fades when there is nothing to base it on, and comes back. */
export const FADE = 40;
/** s: time constant of the low-pass filter (100 Hz) on the device's velocity, which is a difference of positions. */
export const VELOCITY_TIME = 1 / (2 * Math.PI * 100);
/**
 * mJ that the hand may be given beyond what it has put in: a hand that rests moves by rounding, and by what its device
 * resolves, and no force shall be held back for that. 8 N along a ten-thousandth of a mm is as much.
 */
export const CREDIT = 0.001;
