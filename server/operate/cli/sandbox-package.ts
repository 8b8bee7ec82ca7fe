import { CommandError } from './command-error.ts';

const name = '@dx-booking/sandbox';

/**
 * Loads what needs the package of the sandbox. It is no dependency: only development needs it.
 * @throws CommandError if it is not installed
 */
export async function withSandboxPackage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`))
      throw new CommandError(`${name} is not installed. Run: npm install --save-dev ${name}`);
    throw error;
  }
}
