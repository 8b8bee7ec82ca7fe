/** Follows a guide in an empty folder: writes its files and runs its commands, as they are. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../examples/free-port.ts';
import { bareEnv } from '../support/bare-env.ts';
import { codeBlocksOf } from '../support/code-blocks.ts';
import { readDocument } from '../support/documents.ts';
import { eventually } from '../support/outbox-harness.ts';
import { createPartnerFolder } from '../support/partner-folder.ts';

const binaries = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const cli = fileURLToPath(new URL('../../server/cli/dx-booking.ts', import.meta.url));

/** The running site of a guide. */
export interface FollowedGuide {
  /** The site that the guide starts, in place of `http://localhost:3000`. */
  url: string;
  output(): string;
  stop(): Promise<void>;
}

/**
 * Does the section "Start" of a guide.
 * @param options.packages what the guide installs besides the packages of this repository
 * @param options.filesOf another guide that the guide takes files from
 */
export async function followGuide(
  guide: string,
  { packages, filesOf }: { packages: string[]; filesOf?: string },
): Promise<FollowedGuide> {
  const folder = await createPartnerFolder(packages);
  const port = `${await freePort(0, '127.0.0.1')}`;
  const here = (text: string) => text.replaceAll('3000', port);
  const blocks = codeBlocksOf(await readDocument(guide));
  const borrowed = filesOf ? codeBlocksOf(await readDocument(filesOf)) : [];
  await folder.write('node_modules/.bin/dx-booking', `#!/bin/sh\nexec node ${cli} "$@"\n`);
  const PATH = [join(folder.path, 'node_modules/.bin'), binaries, bareEnv.PATH].join(delimiter);
  const options = { cwd: folder.path, env: { ...bareEnv, PATH, PORT: port, NEXT_TELEMETRY_DISABLED: '1' } };
  await promisify(execFile)('chmod', ['+x', join(folder.path, 'node_modules/.bin/dx-booking')]);
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  const [first = '', last = ''] = commands.map((code) =>
    code
      .split('\n')
      // The folder is there, with its packages.
      .filter((line) => !/^(?:mkdir|npm) /.test(line))
      .join('\n')
      .replaceAll('npx ', ''),
  );
  await promisify(execFile)('bash', ['-ec', first], options);
  for (const { file, code, language } of [...borrowed, ...blocks])
    if (file && language !== 'sh') await folder.write(file, here(code));

  const child = spawn('bash', ['-ec', last], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => process.kill(-Number(child.pid), 'SIGKILL');
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const url = `http://localhost:${port}`;
  const isUp = () =>
    fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${guide}: ${output}`);
    return isUp();
  }, 60_000);
  return {
    url,
    output: () => output,
    async stop() {
      const closed = once(child, 'close');
      process.off('exit', end);
      end();
      await closed;
      await folder.remove();
    },
  };
}
