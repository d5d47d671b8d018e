// jest's Node environment, with what spec files of one process pass on to each other.

import './patient-dawn.mjs';
import { TestEnvironment } from 'jest-environment-node';
import { borrowDevice, returnDevice } from './kept-device.mjs';

export default class SpecEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.specProcess = { borrowDevice, returnDevice };
  }
}
