// jest's Node environment, with what spec files of one process pass on to each other, and of a deep run the deep tests
// alone.

import './patient-dawn.mjs';
import { TestEnvironment } from 'jest-environment-node';
import { borrowDevice, returnDevice } from './kept-device.mjs';
import { isWhollyDeep } from './spec-sets.mjs';

export default class SpecEnvironment extends TestEnvironment {
  /** Of the spec file that runs. */
  path;
  /** Whether the file's first lines say so. */
  isolated;

  constructor(config, context) {
    super(config, context);
    this.path = context.testPath;
    this.isolated = config.projectConfig.testEnvironmentOptions.isolated === true;
    this.global.specProcess = { borrowDevice, returnDevice, definesDeep: false };
  }

  /** Of a file with tests of both sets a deep run leaves out the quick ones; sets.ts leaves out the deep ones. */
  handleTestEvent({ name }, state) {
    if (process.env.KERF_SET === undefined) return;
    if (name === 'add_test' && this.#isLeftOut()) {
      state.currentDescribeBlock.children.pop();
      state.currentDescribeBlock.tests.pop();
    }
    // A describe block whose tests are all left out may have hooks, which circus calls an error.
    if (name === 'finish_describe_definition')
      state.unhandledErrors = state.unhandledErrors.filter(({ message }) => !/ containing no tests\.$/.test(message));
  }

  #isLeftOut() {
    return process.env.KERF_SET === 'deep' && !this.global.specProcess.definesDeep && !isWhollyDeep(this.path);
  }
}
