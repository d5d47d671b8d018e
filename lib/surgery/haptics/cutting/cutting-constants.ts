// What is known about the force needed to saw, mill and drill bone: each number with its unit, its range and its
// source.
//
// For saws, most of it rests on two measurements, both of single teeth in bovine cortical bone at the speeds of
// surgical saws:
//
// [1] T. P. James, J. J. Pearlman, A. Saigal, "Rounded cutting edge model for the prediction of bone sawing forces",
//     J. Biomech. Eng. 134(7), 071001, 2012, abstract: resultant forces of 8 to 11 N at depths of cut of 2.5 to 10 µm,
//     the higher ones at greater depths, at 2,600 to 6,200 mm/s.
// [2] T. P. James, J. J. Pearlman, A. Saigal, "Predictive force model for haptic feedback in bone sawing", Med. Eng.
//     Phys. 35, 1638–1644, 2013, abstract: from 1,700 to 7,000 mm/s speed has no significant effect; thrust grows
//     linearly with the depth of cut, by 30 % from 2 to 10 µm.
//
// What follows from them is extrapolated here from their abstracts, not measured. If you have measured a saw, pass its
// numbers: each of these is an option (cutting-options.ts).

/**
 * κ: the thrust with which the hand presses the teeth in, divided by the cutting force along the teeth's path. Measured
 * on bovine femur at the speeds of an oscillating saw: 1.4 to 1.8 (a thesis on the cutting performance of oscillating
 * saws, indexed as globethesis.com 2404330590467824, abstract; it finds resultants of 6.8 to 10 N, [1] of 8 to 11 N).
 */
export const THRUST_RATIO = 1.6;

/**
 * N/mm², which is mJ/mm³: the energy for each mm³ of cortical bone, without ploughing. By [1] the resultant grows by
 * (11 − 8) N over (10 − 2.5) µm, 400 N per mm of depth. Divided by √(1 + κ²), that is a cutting force of 212 N per mm,
 * and for a tooth 0.6 to 1 mm wide (the abstract does not state the width) 212 to 353 N/mm². M. Arbabtafti et al.,
 * "Physics-based haptic simulation of bone machining", IEEE Trans. Haptics 4(1), 39–50, 2011, treat energy per volume
 * as a constant of the bone. That holds for chips of one thickness: energy scales with the surface of the chips (K. L.
 * Wiggins, S. Malkin, "Orthogonal machining of bone", J. Biomech. Eng. 100, 122–130, 1978, abstract).
 */
export const CORTICAL_ENERGY = 280;

/**
 * N: the thrust below which teeth rub and remove nothing. By [1] the resultant at a depth of 0 would be 8 − 2.5·0.4 = 7
 * N per tooth. A share of κ/√(1 + κ²) of that, 5.9 N, is thrust. [2] has the same form, with an intercept of 92 % of
 * the thrust at 2 µm. The constant counts one tooth at a time: a reciprocating saw with 18 teeth per inch cuts bovine
 * cortical bone at 7.0 N total thrust (T. B. Lannin, M. P. Kelly, T. P. James, "Reciprocating bone saw: effect of blade
 * speed on cutting rate", ASME, 2011, abstract).
 */
export const CORTICAL_PLOUGHING = 5.9;

/**
 * The hardness of cancellous bone, as a share of cortical bone's. A drill takes 1 to 1.5 N in the cancellous bone of a
 * human trochanter and up to 50 N in its cortex (M.-D. Tsai et al., 2007, in table 6 of "Comparative analysis of
 * cutting forces, torques, and vibration in drilling of bovine, porcine, and artificial femur bone", J. Healthc. Eng.
 * 2020, 8817422): 0.02 to 0.03. Compressive strength scales with the square of the apparent density (D. R. Carter, W.
 * C. Hayes, "The compressive behavior of bone as a two-phase porous structure", J. Bone Joint Surg. 59-A, 1977), which
 * gives a hardness from CT: at a sixth of cortical density, 0.03.
 */
export const CANCELLOUS_HARDNESS = 0.03;

/**
 * mm from end to end of a tooth's stroke. Lannin et al. 2011 used strokes of 3.0 mm; the 3° to 5° of a sagittal saw
 * (the thesis named above) are 2.6 to 4.4 mm at 50 mm from its axis.
 */
export const STROKE = 3;

/** Hz: 12,000 strokes a minute. Sagittal saws make 5,000 to 20,000 (the thesis named above), 83 to 333 Hz. */
export const FREQUENCY = 200;

/**
 * W that the tool's motor has for cutting. No figure was found in the literature: this is a choice, with which the tool
 * removes about 100 mm³ of cortical bone a second. Prefer the saw's own data sheet.
 */
export const POWER = 30;

/**
 * N: amplitude of the vibration that is felt. The handle's acceleration has been published (11.3 m/s²,
 * frequency-weighted; F. Mahmood et al., "Hand–arm vibration in orthopaedic surgery: a neglected risk", Occup. Med. 67,
 * 2017), but no force follows from it without the saw's mass. This is a choice, small enough for the default forceStep.
 */
export const VIBRATION = 0.05;

/**
 * mm/s: no tool advances faster, however little bone is in its way. This is a choice: a study of the heat of sagittal
 * sawing in bovine femur (Islamic Azad University, Tehran; abstract) feeds at 10 to 30 mm a minute, 0.17 to 0.5 mm/s;
 * hands go faster through thin bone.
 */
export const MOST_FEED = 20;

/**
 * N: the chisel edge's thrust, below which a twist drill only presses. A drill of 2 mm at 12,000 rpm and 50 mm/min
 * takes 14.11 N ("Experimental and finite element investigation of high speed bone drilling", J. Braz. Soc. Mech. Sci.
 * Eng. 42, 349, 2020, abstract). Of that, the law gives the lips κ·u·f·D/2 = 1.6 · 280 · (50/12,000) · 1 = 1.9 N, so
 * the chisel has 12. Thrust and torque grow with feed, diameter and web thickness (J. Sui, N. Sugita, "Experimental
 * study of thrust force and torque for drilling cortical bone", Ann. Biomed. Eng., 2018, abstract): for a thicker
 * drill, pass more. A design with a split point, 118° and a parabolic flute took 45 % less thrust than others (S. Saha,
 * S. Pal, J. A. Albright, 1982, abstract).
 */
export const DRILL_PLOUGHING = 12;

/** The web's share of a drill's diameter, within which its edge is the chisel's. No figure was found: a choice. */
export const WEB_SHARE = 0.2;

/**
 * rpm of a twist drill. Experiments span 500 to 18,000 (E. Shakouri et al., "Experimental and analytical investigation
 * of the thermal necrosis in high-speed drilling of bone", Proc. IMechE H, 2014, summary). This is a choice.
 */
export const DRILL_SPEED = 1000;

/**
 * N: the thrust below which a burr only rubs. No figure was found: this is a choice. Milling forces hardly change with
 * the feed, and do with the tool's orientation and kind ("characterizes the forces in high-speed bone cutting and
 * grinding", ASME MSEC 2016, V002T03A012, abstract): rubbing outweighs cutting, and speed differs over a burr's
 * surface. κ and u of burrs have not been found either: a saw's tooth stands for theirs.
 */
export const BURR_PLOUGHING = 1;

/**
 * rpm of a burr. A surgical drill in bovine cortical bone ran at 49,000 (M. B. Abouzgia, D. F. James, "Temperature rise
 * during drilling through bone", Int. J. Oral Maxillofac. Implants 12, 342–353, 1997, abstract). This is a choice.
 */
export const BURR_SPEED = 30_000;

/** rpm of a craniotome's bit. No figure was found: this is a choice. Prefer the drive's own data sheet. */
export const CRANIOTOME_SPEED = 60_000;

/** rpm of a cranial perforator. No figure was found: this is a choice, a drill's. Prefer the drive's own data sheet. */
export const PERFORATOR_SPEED = 1000;

/** mm: how far the tool may be, at most, ahead of what the newest model shows as cut. */
export const MOST_AHEAD = 1;
