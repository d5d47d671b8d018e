export { OverlapVolume } from './overlap-volume.ts';
