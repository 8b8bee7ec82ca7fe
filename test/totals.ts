/** Reads the reports of the test runners: how many tests passed or failed, and how long each file took. */

export interface Totals {
  passed: number;
  /** Skipped and unfinished ones too. */
  failed: number;
  /** What the machine lacks for a test, once for each test that could not run. They count neither as passed nor as failed. */
  notRun: string[];
}

export interface FileTime {
  file: string;
  seconds: number;
}

/** A runner that ran nothing has failed. */
export const ranNothing: Totals = { passed: 0, failed: 1, notRun: [] };

/** The report of `vitest --reporter=json`, beside the exit code, which alone knows of errors outside of tests. */
export interface VitestReport {
  numTotalTests: number;
  numPassedTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string; meta?: { notRun?: string } }[];
  }[];
}

export function vitestTotals(report: VitestReport, exitCode: number): Totals {
  const { numTotalTests: total, numPassedTests: passed } = report;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status !== 'passed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const notRun = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ status, meta }) => (status === 'failed' ? [] : (meta?.notRun ?? [])));
  const failed = total - passed - notRun.length + brokenFiles.length;
  return orFailed({ passed, failed, notRun }, exitCode === 0);
}

export const vitestTimes = ({ testResults }: VitestReport): FileTime[] =>
  testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 }));

/** What @web/test-runner keeps of one test file in one browser. */
export interface BrowserSession {
  testFile: string;
  passed?: boolean;
  errors: unknown[];
  testResults?: BrowserSuite;
}
interface BrowserSuite {
  suites: BrowserSuite[];
  tests: { passed: boolean; skipped: boolean; duration?: number }[];
}

export function browserTotals(sessions: BrowserSession[], allPassed: boolean): Totals {
  const each = sessions.map((session) => {
    const tests = session.testResults ? testsOf(session.testResults) : [];
    const passed = tests.filter((test) => test.passed && !test.skipped).length;
    return orFailed({ passed, failed: tests.length - passed, notRun: [] }, session.passed === true);
  });
  return orFailed(sum(each), allPassed);
}

export const browserTimes = (sessions: BrowserSession[]): FileTime[] =>
  sessions.map(({ testFile, testResults }) => {
    const tests = testResults ? testsOf(testResults) : [];
    return {
      file: testFile,
      seconds: tests.reduce((total, { duration = 0 }) => total + duration, 0) / 1_000,
    };
  });

/** The `count` slowest files, slowest first. */
export const slowest = (times: FileTime[], count: number): FileTime[] =>
  times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);

export function sum(all: Totals[]): Totals {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    notRun: all.flatMap(({ notRun }) => notRun),
  };
}

/** A run that is not well, or found no test, has at least one failure, whatever was counted. */
function orFailed({ passed, failed, notRun }: Totals, well: boolean): Totals {
  const hasRun = passed + failed > 0;
  return { passed, failed: failed === 0 && !(well && hasRun) ? 1 : failed, notRun };
}

function testsOf(suite: BrowserSuite): BrowserSuite['tests'] {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
