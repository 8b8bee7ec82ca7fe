/** Runs a subcommand as the main module of a process. */
import { ZodError } from 'zod';
import { UpstreamError } from '../errors.ts';
import { describeError } from '../observability/describe-error.ts';
import { StoreNotOpened } from '../store/store.ts';
import { CommandError } from './command-error.ts';

/** A subcommand. @returns the exit code */
export type Command = (
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
) => Promise<number>;

/**
 * Runs the command with the process's environment and arguments, and sets the exit code: 1 on an error. Prints the
 * error without its data. Never rejects.
 */
export async function runCommand(command: Command): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await command(process.env, process.argv.slice(2), print);
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`);
    process.exitCode = 1;
  }
}

function inWords(error: unknown): string {
  if (error instanceof UpstreamError) return `The service cannot be used: ${error.message}.`;
  if (error instanceof ZodError)
    return `The service sent what its specification does not allow: ${issuesOf(error)}.`;
  const isOurs =
    error instanceof CommandError ||
    error instanceof StoreNotOpened ||
    (error instanceof Error && (error.message.startsWith('Settings at fault') || isOfArguments(error)));
  if (isOurs) return error.message;
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

/** Errors of parseArgs, such as an unknown option. */
const isOfArguments = (error: Error) =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS');
