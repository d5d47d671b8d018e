// The parts of a haptic loop, for measurements that need them in one thread.

export { PenetrationFinder } from '#detector/cpu/penetration-finder.ts';
export { TOLD_FEED } from '#haptics/cutting/tool-feed.ts';
export { CUTS, HapticMemory } from '#haptics/haptic-memory.ts';
export { servoSettings } from '#haptics/haptic-options.ts';
export { LoopBone } from '#haptics/loop-bone.ts';
export { ModelRunner } from '#haptics/model-runner.ts';
export { samplePoints } from '#haptics/sample-points.ts';
export { ScriptedDevice } from '#haptics/scripted-device.ts';
export { SERVO_STATES } from '#haptics/servo.ts';
export { ServoRunner } from '#haptics/servo-runner.ts';
