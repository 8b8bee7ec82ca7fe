/** A command of `dx-booking`, and what all of them share. */
import { Command } from 'commander';
import type { Subcommand } from './run-command.ts';

/** A command with examples in its help, which prints an error as one sentence. Its subcommands are the same. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Shows how to use it, below its options. @param lines whole command lines */
  examples(...lines: string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  }

  /** @param run returns the exit code. An argument is an option of its own name. */
  // biome-ignore lint/suspicious/noExplicitAny: the options are what the command declares
  runs(run: Subcommand<any>): this {
    return this.action(async () => {
      const { runCommand } = await import('./run-command.ts');
      const given = this.registeredArguments.map((each, at) => [each.name(), this.processedArgs[at]]);
      const options = { ...this.optsWithGlobals(), ...Object.fromEntries(given) };
      await runCommand((print) => run(process.env, options, print));
    });
  }
}
