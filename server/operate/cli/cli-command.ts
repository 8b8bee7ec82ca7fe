/** A command of `dx-booking`, and what all of them share. */
import { Command } from 'commander';

/** A command with examples in its help, which prints an error as one sentence. Its subcommands are the same. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Shows how to use it, below its options. @param lines whole command lines */
  examples(...lines: string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  }

  /**
   * @param command receives the function that prints a line, then the arguments, the options and the command. It returns the
   *   exit code.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the arguments and options are what the command declares
  runs(command: (print: (line: string) => void, ...given: any[]) => Promise<number>): this {
    return this.action(async (...given) => {
      const { runCommand } = await import('./run-command.ts');
      await runCommand((print) => command(print, ...given));
    });
  }
}
