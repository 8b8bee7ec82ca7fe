/** What a subcommand prints. */
import { afterEach, expect, it, vi } from 'vitest';
import { CommandError } from '../../../server/operate/cli/command-error.ts';
import { runCommand } from '../../../server/operate/cli/run-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

it('sends no command of a printed value to the terminal', async () => {
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  await runCommand(async (print) => {
    print('user-\u001b]0;title\u0007\u009b31m1\n\tnext \u202eline');
    throw new CommandError('no such user: \u001b[2J');
  });
  vi.restoreAllMocks();
  expect(printed).toEqual([
    'user-\ufffd]0;title\ufffd\ufffd31m1\n\tnext \ufffdline\n',
    'no such user: \ufffd[2J\n',
  ]);
});
