// A saw's voice → sound: a tone of the motor and noise of the teeth, in an audio context.

import type { Voice } from './saw-voice.ts';
import { voiceOf } from './saw-voice.ts';

/** s: time constant with which the sound follows: shorter would click. */
const FOLLOWS = 0.03;
/** s: how long a load counts without news, which is longer than a report takes; then the saw runs free. */
const LASTS = 0.25;
/** Hz: middle of the noise of teeth in bone. */
const TEETH = 2500;

export class SawSound {
  readonly #context: BaseAudioContext;
  readonly #motor: OscillatorNode;
  readonly #tone: GainNode;
  readonly #noise: GainNode;

  /** It is silent until it plays. */
  constructor(context: BaseAudioContext) {
    this.#context = context;
    this.#motor = new OscillatorNode(context, { type: 'sawtooth', frequency: voiceOf(0).frequency });
    this.#tone = new GainNode(context, { gain: 0 });
    this.#noise = new GainNode(context, { gain: 0 });
    const second = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = second.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    const teeth = new AudioBufferSourceNode(context, { buffer: second, loop: true });
    const coloured = new BiquadFilterNode(context, { type: 'bandpass', frequency: TEETH, Q: 0.7 });
    this.#motor.connect(this.#tone).connect(context.destination);
    teeth.connect(coloured).connect(this.#noise).connect(context.destination);
    this.#motor.start();
    teeth.start();
  }

  /** @param load 0 … 1; null: the tool is off, and silent. */
  play(load: number | null): void {
    const now = this.#context.currentTime;
    if (load === null) this.#go({ ...voiceOf(0), tone: 0, noise: 0 }, now);
    else {
      this.#go(voiceOf(load), now);
      this.#go(voiceOf(0), now + LASTS, false);
    }
  }

  #go(voice: Voice, at: number, isNews = true): void {
    for (const [param, value] of [
      [this.#motor.frequency, voice.frequency],
      [this.#tone.gain, voice.tone],
      [this.#noise.gain, voice.noise],
    ] as const) {
      if (isNews) param.cancelScheduledValues(at);
      param.setTargetAtTime(value, at, FOLLOWS);
    }
  }
}
