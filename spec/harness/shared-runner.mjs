// jest's runner of a spec file, circus → the same, in the environment of the process's first file: modules are
// evaluated and compiled to machine code once a process. jest gives each file new ones, which took a third of the
// specs' time.
//
// So files of a process share what modules keep. A spec that replaces something puts it back; one that must be the
// first to use a module says so in its first lines, `@jest-environment-options {"isolated": true}`, and gets new ones.
//
// jest has no option for it. What circus keeps of a file, its state and its event handlers, begins anew here.

import { createRequire } from 'node:module';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

/** Handlers that circus installs itself, once; each file adds others. */
const OWN_HANDLERS = 2;

let kept;

export default async function sharedRunner(globalConfig, config, environment, runtime, path, send) {
  const before = process.cpuUsage();
  let used = { environment, runtime };
  if (!environment.isolated) {
    if (kept === undefined) keep(environment, runtime);
    else startOver(environment);
    used = kept;
  }
  used.environment.path = path;
  const result = await circus(globalConfig, config, used.environment, used.runtime, path, send);
  const { user, system } = process.cpuUsage(before);
  return { ...result, perfStats: { ...result.perfStats, cpuSeconds: (user + system) / 1e6 } };
}

/** jest tears both down at the end of the file. */
function keep(environment, runtime) {
  environment.teardown = async () => {};
  runtime.teardown = () => {};
  kept = { environment, runtime };
}

function startOver(environment) {
  const { global } = kept.environment;
  global.console = environment.global.console;
  // Imports are refused after a file's tests until another begins.
  kept.runtime.enterTestCode();
  global[Symbol.for('EVENT_HANDLERS')].splice(OWN_HANDLERS);
  const [name] = Object.getOwnPropertySymbols(global).filter(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = global[name];
  const root = { ...state.rootDescribeBlock, mode: undefined, children: [], hooks: [], tests: [] };
  Object.assign(state, {
    rootDescribeBlock: root,
    currentDescribeBlock: root,
    currentlyRunningTest: null,
    hasFocusedTests: false,
    hasStarted: false,
    unhandledErrors: [],
    unhandledRejectionErrorByPromise: new Map(),
  });
}
