/** Reports about a run: for a terminal, as Markdown, JSON and JUnit, and against an earlier run. */
import { endpoints } from './endpoints.ts';
import type { Result } from './suite.ts';

/** What a run was of. */
export interface About {
  base: string;
  profile: string;
  /** ISO 8601 */
  at: string;
  version: string;
  /** Of the first key, as its configuration says; null with levers. */
  environment: string | null;
  configurationVersion: unknown;
}

/** A run as it is stored, and later compared with. */
export interface Stored extends About {
  results: (Pick<Result, 'outcome' | 'reason' | 'answer' | 'left'> & Omit<Result['check'], 'area'>)[];
  /** For each endpoint of the specification, how many checks called it, and with which outcome. */
  endpoints: Record<string, Record<'tried' | 'held' | 'told' | 'differs', number>>;
}

const outcomes = ['held', 'told', 'differs', 'not tried'] as const;

/** Whether the service does not do what the specification states. */
export const isBroken = ({ check, outcome }: Result) => check.level === 'MUST' && outcome === 'differs';

/** @returns the run as JSON data */
export function storedOf(about: About, results: readonly Result[]): Stored {
  const called = Object.fromEntries(
    [...endpoints.keys()].map((endpoint) => {
      const by = results.filter((result) => result.endpoints.includes(endpoint));
      const count = (wanted: string) => by.filter(({ outcome }) => outcome === wanted).length;
      const [held, told, differs] = [count('held'), count('told'), count('differs')];
      return [endpoint, { tried: held + told + differs, held, told, differs }];
    }),
  );
  return {
    ...about,
    results: results.map(({ check: { area: _, ...check }, outcome, reason, answer, left }) => ({
      ...{ ...check, outcome, reason, answer, left },
    })),
    endpoints: called,
  };
}

/** @returns what another run answered otherwise, a sentence each */
export function changesSince(before: Pick<Stored, 'results'>, now: Pick<Stored, 'results'>): string[] {
  const earlier = new Map(before.results.map((result) => [result.id, result]));
  return now.results.flatMap(({ id, outcome, answer, reason }) => {
    const was = earlier.get(id);
    if (!was) return [`${id}: is new, ${outcome}`];
    if (was.outcome !== outcome) return [`${id}: ${was.outcome}, now ${outcome}${why(reason)}`];
    const [then, today] = [JSON.stringify(was.answer), JSON.stringify(answer)];
    return then === today ? [] : [`${id}: answered ${then}, now ${today}`];
  });
}

const why = (reason: string | null) => (reason === null ? '' : ` (${reason.split('\n')[0]})`);

/** @returns the lines for a terminal */
export function terminalLines(results: readonly Result[]): string[] {
  const areas = Object.entries(Object.groupBy(results, ({ check }) => check.area));
  const count = (of: readonly Result[], outcome: string) =>
    of.filter((result) => result.outcome === outcome).length;
  const row = (name: string, of: readonly Result[]) =>
    name.padEnd(14) + outcomes.map((outcome) => `${count(of, outcome)} ${outcome}`.padStart(14)).join('');
  return [
    ...areas.map(([area, of = []]) => row(area, of)),
    row('all', results),
    ...differing(results).flatMap(({ check, reason }) => [
      '',
      `${check.level} ${check.id}: ${check.title} [${check.requirements.join(', ')}]`,
      ...`Specification, ${check.section}\n${reason}`.split('\n').map((line) => `  ${line}`),
    ]),
    '',
    ...ending(results),
  ];
}

const differing = (results: readonly Result[]) => results.filter(({ outcome }) => outcome === 'differs');

function ending(results: readonly Result[]): string[] {
  const called = new Set(results.flatMap((result) => result.endpoints));
  const missing = [...endpoints.keys()].filter((endpoint) => !called.has(endpoint));
  const counted = (texts: readonly string[]) =>
    [...Map.groupBy(texts, (text) => text)].map(([text, all]) => `${all.length} × ${text}`);
  const acts = results.flatMap(({ outcome, reason }) => (outcome === 'not tried' ? (reason ?? []) : []));
  return [
    `${called.size} of ${endpoints.size} endpoints called.`,
    ...missing.map((endpoint) => `Not called: ${endpoint}`),
    ...counted(acts).map((act) => `Not tried: ${act}`),
    ...counted(results.flatMap((result) => result.left)).map((one) => `Not canceled: ${one}`),
  ];
}

/**
 * @param more further sections, by their heading. An empty one is left out
 * @returns the report for persons
 */
export function markdown(
  about: About,
  results: readonly Result[],
  more: Readonly<Record<string, readonly string[]>>,
): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
  const rows = results.map(({ check, outcome, reason, answer }) => {
    const told = outcome === 'told' ? `\`${JSON.stringify(answer)}\`` : (reason ?? '');
    return `| ${check.level} | ${check.id} | ${cell(check.title)} | ${check.requirements.join(', ')} | ${outcome} | ${cell(told)} |`;
  });
  const read = [`environment ${about.environment}`, `configuration ${about.configurationVersion}`];
  const facts = [about.at, `profile \`${about.profile}\``, `suite ${about.version}`];
  return [
    `# Conformance of ${about.base}`,
    '',
    `${[...facts, ...(about.environment === null ? [] : read)].join(', ')}.`,
    '',
    ...(differing(results).length === 0 ? ['Nothing differs from the specification.'] : []),
    ...ending(results).map((line) => `- ${line}`),
    ...Object.entries(more).flatMap(([heading, lines]) =>
      lines.length > 0 ? ['', `## ${heading}`, '', ...lines.map((line) => `- ${line}`)] : [],
    ),
    '',
    '## Checks',
    '',
    '| Level | Check | What holds | Requirements | Outcome | Answer or difference |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** @returns the run in the XML of JUnit */
export function junit(results: readonly Result[]): string {
  const attribute = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const cases = results.map(({ check, outcome, reason }) => {
    const inside = {
      held: '',
      told: '',
      differs: `<failure message="${attribute(reason ?? '')}"/>`,
      'not tried': `<skipped message="${attribute(reason ?? '')}"/>`,
    };
    return `<testcase classname="${check.area}" name="${attribute(`${check.id}: ${check.title}`)}">${inside[outcome]}</testcase>`;
  });
  const counts = `tests="${results.length}" failures="${differing(results).length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="conformance" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`;
}
