/** The end of `npm test` counts every way in which a run can fail, and lists the slowest files. */
import { expect, it } from 'vitest';
import {
  browserTimes,
  browserTotals,
  slowest,
  sum,
  type VitestReport,
  vitestTimes,
  vitestTotals,
} from './totals.ts';

const file = (status: string, ...tests: string[]) => ({
  name: '/repository/test/a.test.ts',
  startTime: 1_000,
  endTime: 3_500,
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (...testResults: VitestReport['testResults']) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const numPassedTests = all.filter(({ status }) => status === 'passed').length;
  return { numTotalTests: all.length, numPassedTests, testResults };
};

it.each([
  ['all passed', report(file('passed', 'passed', 'passed')), 0, { passed: 2, failed: 0, notRun: [] }],
  ['one failed', report(file('failed', 'passed', 'failed')), 1, { passed: 1, failed: 1, notRun: [] }],
  [
    'one not run',
    report({
      ...file('passed', 'passed'),
      assertionResults: [{ status: 'passed' }, { status: 'skipped', meta: { notRun: 'no Firefox' } }],
    }),
    0,
    { passed: 1, failed: 0, notRun: ['no Firefox'] },
  ],
  ['one skipped', report(file('passed', 'passed', 'skipped')), 0, { passed: 1, failed: 1, notRun: [] }],
  [
    'a file that does not load',
    report(file('passed', 'passed'), file('failed')),
    1,
    { passed: 1, failed: 1, notRun: [] },
  ],
  ['an error outside of tests', report(file('passed', 'passed')), 1, { passed: 1, failed: 1, notRun: [] }],
  ['no tests at all', report(), 0, { passed: 0, failed: 1, notRun: [] }],
])('counts a vitest run: %s', (_, given, exitCode, totals) => {
  expect(vitestTotals(given, exitCode)).toMatchObject(totals);
});

const test = (passed: boolean, skipped = false) => ({ passed, skipped, duration: 700 });
const session = (passed: boolean, ...tests: ReturnType<typeof test>[]) => ({
  testFile: '/repository/test/a.browser.test.ts',
  passed,
  errors: [],
  testResults: { tests: tests.slice(0, 1), suites: [{ tests: tests.slice(1), suites: [] }] },
});

it.each([
  ['all passed', [session(true, test(true), test(true))], true, { passed: 2, failed: 0, notRun: [] }],
  ['one failed', [session(false, test(true), test(false))], false, { passed: 1, failed: 1, notRun: [] }],
  ['one skipped', [session(true, test(true), test(true, true))], true, { passed: 1, failed: 1, notRun: [] }],
  [
    'a file that does not load',
    [session(true, test(true)), { testFile: 'b', passed: false, errors: [{ message: 'x' }] }],
    false,
    { passed: 1, failed: 1, notRun: [] },
  ],
  ['a file without tests', [session(true)], true, { passed: 0, failed: 1, notRun: [] }],
  ['a run that failed as a whole', [session(true, test(true))], false, { passed: 1, failed: 1, notRun: [] }],
  ['no files at all', [], true, { passed: 0, failed: 1, notRun: [] }],
])('counts a run in the browser: %s', (_, sessions, allPassed, totals) => {
  expect(browserTotals(sessions, allPassed)).toMatchObject(totals);
});

it('adds the runners up', () => {
  expect(
    sum([
      { passed: 2, failed: 0, failures: [], notRun: [] },
      { passed: 3, failed: 1, failures: [{ file: 'b', test: 'c', message: 'd' }], notRun: ['no Firefox'] },
    ]),
  ).toEqual({
    ...{ passed: 5, failed: 1, failures: [{ file: 'b', test: 'c', message: 'd' }], notRun: ['no Firefox'] },
  });
});

it('names what failed in both runners', () => {
  const broken = { fullName: 'a sum is wrong', failureMessages: ['expected 1 to be 2'], status: 'failed' };
  const given = report(
    { ...file('failed', 'passed'), assertionResults: [{ status: 'passed' }, broken] },
    { ...file('failed'), message: 'cannot be loaded' },
  );
  const name = '/repository/test/a.test.ts';
  expect(vitestTotals(given, 1).failures).toEqual([
    { file: name, test: 'a sum is wrong', message: 'expected 1 to be 2' },
    { file: name, test: 'the file', message: 'cannot be loaded' },
  ]);
  expect(vitestTotals(report(file('passed', 'passed')), 1).failures).toEqual([
    { file: '', test: 'the run', message: 'an error outside of tests' },
  ]);
  const failed = { ...test(false), name: 'a button is missing', error: { message: 'expected a button' } };
  const sessions = [
    { ...session(false, test(true)), testResults: { tests: [failed], suites: [] } },
    { testFile: 'b', passed: false, errors: [{ message: 'cannot be loaded' }] },
  ];
  expect(browserTotals(sessions, false).failures).toEqual([
    ...[
      {
        file: '/repository/test/a.browser.test.ts',
        test: 'a button is missing',
        message: 'expected a button',
      },
    ],
    { file: 'b', test: 'the file', message: 'cannot be loaded' },
  ]);
});

it('lists the slowest files of both runners', () => {
  const times = [
    ...vitestTimes(report(file('passed', 'passed'))),
    ...browserTimes([
      session(true, test(true), test(true)),
      { testFile: 'b', passed: false, errors: [{ message: 'x' }] },
    ]),
  ];
  expect(slowest(times, 2)).toEqual([
    { file: '/repository/test/a.test.ts', seconds: 2.5 },
    { file: '/repository/test/a.browser.test.ts', seconds: 1.4 },
  ]);
});
