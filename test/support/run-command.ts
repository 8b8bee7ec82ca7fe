/** Runs a command of `dx-booking` inside the test's process. */

/** A command: it prints lines and returns the exit code. */
export type Command<O> = (
  env: NodeJS.ProcessEnv,
  options: O,
  print: (line: string) => void,
) => Promise<number>;

/** Runs a command with options as `dx-booking` passes them. @returns its exit code and what it printed */
export async function runCommand<O>(command: Command<O>, env: NodeJS.ProcessEnv, options: O) {
  const lines: string[] = [];
  const code = await command(env, options, (line) => void lines.push(line));
  return { code, output: lines.join('\n') };
}
