/** What a test runner's own report comes to: every test passed or failed, and a runner that ran nothing has failed. */

export interface Totals {
  passed: number;
  /** Skipped and unfinished ones too. */
  failed: number;
}

export const ranNothing: Totals = { passed: 0, failed: 1 };

/** The report of `vitest --reporter=json`, beside the exit code, which alone knows of errors outside of tests. */
export interface VitestReport {
  numTotalTests: number;
  numPassedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export function vitestTotals(report: VitestReport, exitCode: number): Totals {
  const { numTotalTests: total, numPassedTests: passed } = report;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status !== 'passed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return orFailed({ passed, failed: total - passed + brokenFiles.length }, exitCode === 0);
}

/** What @web/test-runner keeps of one test file in one browser. */
export interface BrowserSession {
  passed?: boolean;
  errors: unknown[];
  testResults?: BrowserSuite;
}
interface BrowserSuite {
  suites: BrowserSuite[];
  tests: { passed: boolean; skipped: boolean }[];
}

export function browserTotals(sessions: BrowserSession[], allPassed: boolean): Totals {
  const each = sessions.map((session) => {
    const tests = session.testResults ? testsOf(session.testResults) : [];
    const passed = tests.filter((test) => test.passed && !test.skipped).length;
    return orFailed({ passed, failed: tests.length - passed }, session.passed === true);
  });
  return orFailed(sum(each), allPassed);
}

export function sum(all: Totals[]): Totals {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  };
}

/** A run that is not well, or found no test, has at least one failure, whatever was counted. */
function orFailed({ passed, failed }: Totals, well: boolean): Totals {
  const hasRun = passed + failed > 0;
  return { passed, failed: failed === 0 && !(well && hasRun) ? 1 : failed };
}

function testsOf(suite: BrowserSuite): BrowserSuite['tests'] {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
