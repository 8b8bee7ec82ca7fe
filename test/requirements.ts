/** `npm run requirements`: counts per area and party how many rows of requirements.md the tests name, and lists the others. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parties = ['W', 'S', 'C', 'X'] as const;

/** A row of requirements.md. */
export interface Requirement {
  id: string;
  area: string;
  /** Of `parties`: who meets it. */
  parties: string[];
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** @returns the rows that name a party; those of gaps and traps name none */
export async function readRequirements(): Promise<Requirement[]> {
  const markdown = await readFile(join(here, 'requirements.md'), 'utf8');
  const rows = markdown.matchAll(/^\| (([A-Z]+)-\d+) \| ([WSCX](?:,\s*[WSCX])*)(?: only)? \|/gm);
  return [...rows].map(([, id = '', area = '', who = '']) => ({ id, area, parties: who.split(/,\s*/) }));
}

/**
 * Reads every id in brackets in a test, in a title or in a comment above it: [UPL-17], or several as [ERR-04, T10]. The
 * checks of the conformance suite count as tests of the sandbox, which runs them all. Its rules for clients count as `clients`:
 * our server runs them all (operate/conformance/our-server.test.ts).
 * @returns by id, the folders of test/ whose files name it
 */
export async function readMarks(): Promise<Map<string, Set<string>>> {
  const id = String.raw`(?:[A-Z]+-\d+|T\d+)`;
  const bracket = new RegExp(String.raw`\[(${id}(?:[,;]? ${id})*)\]`, 'g');
  const marks = new Map<string, Set<string>>();
  const suite = '../server/operate/conformance/';
  const [checks, rules] = [`${suite}checks/`, `${suite}clients/rules/`];
  for await (const file of glob(['**/*.ts', `${checks}*.ts`, `${rules}*.ts`], { cwd: here })) {
    if (file.startsWith('requirements.')) continue;
    const inTests = file.includes('/') ? (file.split('/')[0] ?? '') : '';
    const ofSuite = file.startsWith(checks) ? 'sandbox' : 'clients';
    const folder = file.startsWith(suite) ? ofSuite : inTests;
    const text = await readFile(join(here, file), 'utf8');
    for (const [, ids = ''] of text.matchAll(bracket))
      for (const one of ids.split(/[,;]? /)) marks.set(one, (marks.get(one) ?? new Set()).add(folder));
  }
  return marks;
}

/** CFG-01, CFG-02, CFG-03, CFG-07 as "CFG 01-03 07". */
function inRanges(area: string, ids: string[]): string {
  const numbers = ids.map((id) => id.slice(area.length + 1));
  const ranges: string[][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && Number(last.at(-1)) + 1 === Number(number)) last.push(number);
    else ranges.push([number]);
  }
  const texts = ranges.map((range) => (range.length > 1 ? `${range[0]}-${range.at(-1)}` : range[0]));
  return `${area} ${texts.join(' ')}`;
}

/** Prints the counts and the rows that no test names. */
async function main(): Promise<void> {
  const requirements = await readRequirements();
  const marks = await readMarks();
  const isTested = ({ id }: Requirement) => marks.has(id);
  const share = (rows: Requirement[]) =>
    rows.length ? `${rows.filter(isTested).length}/${rows.length}` : '';
  const line = (name: string, rows: Requirement[]) =>
    [
      name.padEnd(6),
      ...parties.map((party) => share(rows.filter((row) => row.parties.includes(party))).padStart(9)),
      share(rows).padStart(9),
    ].join('');

  const areas = Map.groupBy(requirements, ({ area }) => area);
  console.log(['area  ', ...[...parties, 'all'].map((party) => party.padStart(9))].join(''));
  for (const [area, rows] of areas) console.log(line(area, rows));
  console.log(line('all', requirements));

  console.log('\nIn no test yet:');
  for (const [area, rows] of areas) {
    const missing = rows.filter((row) => !isTested(row)).map(({ id }) => id);
    if (missing.length > 0) console.log(inRanges(area, missing));
  }

  const known = new Set(requirements.map(({ id }) => id));
  const areaNames = new Set(areas.keys());
  const strangers = [...marks.keys()].filter(
    (mark) => areaNames.has(mark.split('-')[0] ?? '') && !known.has(mark),
  );
  if (strangers.length > 0) console.log(`\nNamed in a test and in no list: ${strangers.join(' ')}`);
}

if (import.meta.main) await main();
