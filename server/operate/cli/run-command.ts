/** Runs a subcommand of `dx-booking`. */
import { ZodError } from 'zod';
import { UpstreamError } from '../../core/errors.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import { storeFault } from '../../core/store/store-fault.ts';
import { CommandError } from './command-error.ts';

/** Prints a line. */
export type Print = (line: string) => void;

/** A subcommand: reads the settings, prints lines and returns the exit code. */
export type Subcommand<Options> = (env: NodeJS.ProcessEnv, options: Options, print: Print) => Promise<number>;

/**
 * Runs a subcommand and sets the exit code: 1 on an error. Prints the error without its data. Never rejects.
 * @param command prints lines and returns the exit code
 */
export async function runCommand(command: (print: Print) => Promise<number>): Promise<void> {
  // The reader of a pipe may have enough, as `head` has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const print: Print = (line) => void process.stdout.write(`${withoutControls(line)}\n`);
  try {
    process.exitCode = await command(print);
  } catch (error) {
    process.stderr.write(`${withoutControls(inWords(error))}\n`);
    process.exitCode = 1;
  }
}

/** A value of a customer, such as the id of a user, must not send commands to the terminal, or turn what follows around. */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd');

function inWords(error: unknown): string {
  if (error instanceof UpstreamError) return `The service cannot be used: ${error.message}.`;
  if (error instanceof ZodError)
    return `The service sent what its specification does not allow: ${issuesOf(error)}.`;
  const isOurs =
    error instanceof CommandError ||
    (error instanceof Error && error.message.startsWith('Settings at fault'));
  const message = isOurs ? error.message : storeFault(error);
  if (message !== null) return message;
  const { error_class, error_code, at } = describeError(error);
  return [`Failed: ${error_class}`, error_code, at].filter(Boolean).join(' ');
}

const namedIssues = 5;

/** Where a response differs from the specification, and in what; no value of it. */
const issuesOf = ({ issues }: ZodError): string =>
  issues
    .slice(0, namedIssues)
    .map(({ path, message }) => `\`${path.join('.')}\` (${message})`)
    .join(', ');
