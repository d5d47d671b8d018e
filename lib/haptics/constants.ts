// The numbers of the servo that are nobody's options, each with its unit and its reason.

/**
 * mm: how far from the bone the proxy's contacts rest. A direction to a surface so near is still good to 1e-10; a
 * fingertip feels ten times as much.
 */
export const SKIN = 0.02;
/**
 * mm: a pose is taken where no point is deeper than this beyond SKIN: what curvature takes from a step's linear
 * constraints. With SKIN it stays below the 0.05 mm that the proxy may be off.
 */
export const TOLERANCE = 0.01;
/**
 * mm that a point of the model moves in a substep at most: less than a wall of bone is thick, so that none is jumped.
 */
export const STRIDE = 0.4;
/** Substeps of a tick: 4·STRIDE a millisecond is 1.6 m/s, faster than a hand saws. */
export const MOST_SUBSTEPS = 4;
/**
 * mm: a point that may be nearer to the bone is measured at every step; more than SKIN, so that contacts are known
 * before they are needed.
 */
export const CLOSE = 0.1;
/** How often a substep that ends in the bone is halved before the proxy stays where it is. */
export const MOST_HALVINGS = 4;
/**
 * Contacts that constrain one substep, the deepest first: six directions of freedom need no more than six at a
 * solution; the rest shortens the way to it.
 */
export const MOST_CONTACTS = 48;
/** Sweeps over the contacts, and the change (mm) below which they end: a thousandth of TOLERANCE. */
export const MOST_SWEEPS = 40;
export const SETTLED = TOLERANCE / 1000;
/** ms over which the force fades where there is nothing to base it on, and comes back. */
export const FADE = 40;
/** s: time constant of the device's velocity, which is a difference of positions: 1/(2π·100 Hz). */
export const VELOCITY_TIME = 1 / (2 * Math.PI * 100);
