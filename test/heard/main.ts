/**
 * `npm run heard`: books a test in Firefox with the screen reader Orca, by keyboard only and without sound, until the clinic confirms it, and checks the
 * sentences that a blind customer must hear. Prints the transcript.
 *
 * `--transcript FILE` writes the transcript there. @default dist/heard.md
 * `--write` also writes it to `widget/accessibility-transcript.md`, which is part of the report of accessibility.
 *
 * The exit code is 0 if everything was heard, 1 if something was not, and 77 if it could not run here.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startStack } from '../../examples/start-stack.ts';
import { Sandbox } from '../support/sandbox.ts';
import { book } from './book.ts';
import { Customer, type Exchange } from './customer.ts';
import { Desktop } from './desktop.ts';
import { findPrograms, type Programs } from './programs.ts';

/** Orca says name, role and state of an element one after the other when it reads a whole page. */
const role =
  /^(link|visited link|push button|heading level \d|entry|required|check box|((not )?selected )?radio button|combo box|(not )?(checked|pressed|selected)|toggle button|panel|caption|row header|description (term|value)|\d+ values)\.?$/;
/** What the browser says about itself. */
const noise = /^Finished loading New Tab\.$/;

/** What belongs to one element, in one line. */
function sentences(heard: readonly string[]): string[] {
  const lines: string[] = [];
  for (const said of heard) {
    if (said === '' || noise.test(said)) continue;
    if (role.test(said) && lines.length > 0) lines.push(`${lines.pop()?.replace(/\.$/, '')}, ${said}`);
    else lines.push(said);
  }
  return lines;
}

/** The transcript as Markdown: a heading for each part, the customer in bold, Orca as a quotation. */
function transcriptOf(exchanges: readonly Exchange[]): string {
  const lines: string[] = [];
  let part = '';
  for (const exchange of exchanges) {
    if (exchange.part !== part) lines.push(`## ${exchange.part}`, '');
    part = exchange.part;
    lines.push(`**${exchange.did}**`, '');
    for (const sentence of sentences(exchange.heard)) lines.push(`> ${sentence}  `);
    if (exchange.heard.length > 0) lines.push('');
  }
  return lines.join('\n');
}

const notRun = 77;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    transcript: { type: 'string', default: join(root, 'dist/heard.md') },
    write: { type: 'boolean', default: false },
  },
});
// The programs end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const introduction = `# Transcript of a booking with a screen reader

What Orca 43 says in Firefox while a customer books a DEXA scan at the example clinic, from the sign-in to the confirmation. The customer presses the keys in
bold. All names and data are invented. \`npm run heard -- --write\` writes this file.

`;

/** Books, and returns whether everything was heard. */
async function run(programs: Programs): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dx-heard-data-'));
  const stack = await startStack({ quiet: true, dataDir, ports: { sandbox: 0, server: 0, site: 0 } });
  const desktop = await Desktop.start(programs);
  const customer = new Customer(desktop);
  const sandbox = new Sandbox(stack.sandboxUrl);
  const confirm = async () => {
    const [newest] = await sandbox.appointments();
    await sandbox.transition(newest?.appointment_id ?? '', { to: 'confirmed' });
  };
  const fault = await book(customer, stack.siteUrl, confirm).catch((error: Error) => error.message);
  await Promise.all([desktop.stop(), stack.stop()]);
  await rm(dataDir, { recursive: true, force: true });
  const transcript = introduction + transcriptOf(customer.transcript);
  console.log(transcript);
  await mkdir(dirname(values.transcript), { recursive: true });
  await writeFile(values.transcript, transcript);
  if (fault) console.error(`heard: ${fault}`);
  else if (values.write) await writeFile(join(root, 'widget/accessibility-transcript.md'), transcript);
  return !fault;
}

function programsOrReason(): Programs | string {
  try {
    return findPrograms();
  } catch (error) {
    return (error as Error).message;
  }
}

const programs = programsOrReason();
if (typeof programs === 'string') {
  console.error(`heard: not run: ${programs}`);
  process.exit(notRun);
}
process.exit((await run(programs)) ? 0 : 1);
