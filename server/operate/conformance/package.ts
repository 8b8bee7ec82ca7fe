/**
 * What the command `dx-booking conformance` uses of the suite. It is in the package `@dx-booking/sandbox`: who runs a server in
 * production does not need it.
 */
export { endpointOf } from './breaches.ts';
export { checks } from './checks.ts';
export { judge } from './clients/judge.ts';
export { type Recorder, startRecorder } from './clients/recorder.ts';
export { rules } from './clients/rules.ts';
export { type Scenario, scenarios } from './clients/scenarios.ts';
export { type Journal, openJournal } from './journal.ts';
export { readKeys } from './read-keys.ts';
export {
  type About,
  changesSince,
  isBroken,
  junit,
  markdown,
  type Stored,
  storedOf,
  terminalLines,
} from './report.ts';
export { openSuite, type Result } from './suite.ts';
export { profiles, type Target } from './trial.ts';
