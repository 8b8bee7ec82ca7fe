/** Reads the reports of the test runners: how many tests passed or failed, and how long each file took. */

export interface Totals {
  passed: number;
  /** Skipped and unfinished ones too. */
  failed: number;
  /** Each failed test: its file, its name and the first line of its message. */
  failures: Failure[];
  /** What the machine lacks for a test, once for each test that could not run. They count neither as passed nor as failed. */
  notRun: string[];
}

export interface Failure {
  file: string;
  test: string;
  message: string;
}

export interface FileTime {
  file: string;
  seconds: number;
}

/** A runner that ran nothing has failed. */
export const ranNothing: Totals = { passed: 0, failed: 1, failures: [], notRun: [] };

/** The report of `vitest --reporter=json`, beside the exit code, which alone knows of errors outside of tests. */
export interface VitestReport {
  numTotalTests: number;
  numPassedTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName?: string;
      failureMessages?: string[];
      meta?: { notRun?: string };
    }[];
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
  const failures = report.testResults.flatMap(({ name: file, status, message = '', assertionResults }) => [
    ...assertionResults
      .filter((assertion) => assertion.status !== 'passed' && assertion.meta?.notRun === undefined)
      .map(({ fullName: test = '', failureMessages = [], status }) => ({
        ...{ file, test, message: failureMessages[0] ?? status },
      })),
    ...(status !== 'passed' && message !== '' ? [{ file, test: 'the file', message }] : []),
  ]);
  return orFailed({ passed, failed, failures, notRun }, exitCode === 0, '');
}

export const vitestTimes = ({ testResults }: VitestReport): FileTime[] =>
  testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 }));

/** What @web/test-runner keeps of one test file in one browser. */
export interface BrowserSession {
  testFile: string;
  passed?: boolean;
  errors: { message?: string }[];
  testResults?: BrowserSuite;
}
interface BrowserSuite {
  suites: BrowserSuite[];
  tests: {
    name?: string;
    passed: boolean;
    skipped: boolean;
    duration?: number;
    error?: { message?: string };
  }[];
}

export function browserTotals(sessions: BrowserSession[], allPassed: boolean): Totals {
  const each = sessions.map((session) => {
    const tests = session.testResults ? testsOf(session.testResults) : [];
    const passed = tests.filter((test) => test.passed && !test.skipped).length;
    const failures = [
      ...session.errors.map(({ message = '' }) => ({ test: 'the file', message })),
      ...tests
        .filter((test) => !test.passed || test.skipped)
        .map(({ name = '', error }) => ({ test: name, message: error?.message ?? 'not run' })),
    ].map((failure) => ({ file: session.testFile, ...failure }));
    return orFailed(
      { passed, failed: tests.length - passed, failures, notRun: [] },
      session.passed === true,
      session.testFile,
    );
  });
  return orFailed(sum(each), allPassed, '');
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
    failures: all.flatMap(({ failures }) => failures),
    notRun: all.flatMap(({ notRun }) => notRun),
  };
}

/** A run that is not well, or found no test, has at least one failure, whatever was counted. */
function orFailed(totals: Totals, well: boolean, file: string): Totals {
  const { passed, failed, failures } = totals;
  if (failed > 0 || (well && passed > 0)) return totals;
  const message = passed > 0 ? 'an error outside of tests' : 'no test ran';
  return {
    ...totals,
    failed: 1,
    failures: failures.length > 0 ? failures : [{ file, test: 'the run', message }],
  };
}

function testsOf(suite: BrowserSuite): BrowserSuite['tests'] {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
