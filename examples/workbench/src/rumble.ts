// The share of a force → the shaking of what the hand holds: a gamepad, or a headset's controller.

/** ms: how long one effect shakes, and how often one is sent. They overlap, so that a steady force shakes steadily. */
const LASTS = 120;
const EVERY = 80;

/**
 * What browsers offer for shaking, in the two forms of the Gamepad API: dual-rumble of gamepads, and pulses, which
 * controllers of headsets have. A browser may lack both.
 */
export interface Shaken {
  readonly vibrationActuator?: {
    playEffect(type: 'dual-rumble', given: GamepadEffectParameters): Promise<unknown>;
  } | null;
  readonly hapticActuators?: readonly { pulse?(value: number, milliseconds: number): Promise<unknown> }[];
}

export class Rumble {
  #sent = Number.NEGATIVE_INFINITY;

  /**
   * Shakes it for a moment; a force that lasts is sent again and again.
   * @param share 0 … 1: 0 lets the last effect end. @param now ms.
   */
  shake(what: Shaken, share: number, now: number): void {
    if (share === 0 || now - this.#sent < EVERY) return;
    this.#sent = now;
    const pulse = what.hapticActuators?.[0];
    const shaken = pulse?.pulse
      ? pulse.pulse(share, LASTS)
      : what.vibrationActuator?.playEffect('dual-rumble', {
          duration: LASTS,
          strongMagnitude: share,
          weakMagnitude: share,
        });
    // Such a motor may be missing, or busy with another page: the bar shows the force in any case.
    shaken?.catch(() => {});
  }
}
