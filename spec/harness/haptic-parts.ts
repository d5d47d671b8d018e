// The parts of a haptic loop, for a measurement that needs them in one thread.

export { PenetrationFinder } from '../../lib/detector/cpu/penetration-finder.ts';
export { TOLD_FEED } from '../../lib/haptics/cutting/tool-feed.ts';
export { CUTS, HapticMemory } from '../../lib/haptics/haptic-memory.ts';
export { servoSettings } from '../../lib/haptics/haptic-options.ts';
export { LoopBone } from '../../lib/haptics/loop-bone.ts';
export { ModelRunner } from '../../lib/haptics/model-runner.ts';
export { samplePoints } from '../../lib/haptics/sample-points.ts';
export { ScriptedDevice } from '../../lib/haptics/scripted-device.ts';
export { SERVO_STATES } from '../../lib/haptics/servo.ts';
export { ServoRunner } from '../../lib/haptics/servo-runner.ts';
