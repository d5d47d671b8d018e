// The servo's constants that are not options, each with its unit and its reason.

/**
 * mm: the gap at which the proxy's contacts rest. At this distance the direction to the surface is still accurate to
 * 1e-10; a fingertip feels ten times this distance.
 */
export const SKIN = 0.02;
/**
 * mm: a placement is taken if no gap is smaller than SKIN − TOLERANCE. It allows for the error of a step's linear
 * constraints on a curved surface; with SKIN it stays below the 0.05 mm allowed for the proxy.
 */
export const TOLERANCE = 0.01;
/** mm that a point moves at most in a substep near the bone: the range in which a step's constraint planes are good. */
export const STRIDE = 0.4;
/** Most substeps in a tick: 4·STRIDE a millisecond is 1.6 m/s, faster than a hand saws. In air, strides are longer. */
export const MOST_SUBSTEPS = 4;
/** mm: points that may be nearer to the bone than this are measured. Above SKIN, so contacts are known in advance. */
export const CLOSE = 0.1;
/** How often a substep that ends in the bone is halved before the proxy stays where it is. */
export const MOST_HALVINGS = 4;
/**
 * Most contacts that constrain one substep: those with the smallest gaps. At a solution six of them hold all six
 * degrees of freedom; the others save substeps on the way there.
 */
export const MOST_CONTACTS = 48;
/** Sweeps over the contacts, and the change (mm) below which they end: a thousandth of TOLERANCE. */
export const MOST_SWEEPS = 40;
export const SETTLED = TOLERANCE / 1000;
/** ms in which the force fades out when there is nothing to base it on, or fades back in. */
export const FADE = 40;
/** s: time constant of the low-pass filter (100 Hz) on the device's velocity, which is a difference of positions. */
export const VELOCITY_TIME = 1 / (2 * Math.PI * 100);
/**
 * mJ that the hand may be given beyond what it has put in: a resting hand moves by rounding and by its device's
 * resolution, and no force should be held back for that. It equals 8 N along about a ten-thousandth of a mm.
 */
export const CREDIT = 0.001;
