/** Preloaded into Node by `npm test`: starts the built file of a program in place of its source, if there is one. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.argv[1] ?? '';
const built = new URL(`../../node_modules/.cache/dx-programs/${relative(root, program)}.js`, import.meta.url);
if (program !== '' && existsSync(built)) {
  const source = pathToFileURL(program).href;
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== source) return nextResolve(specifier, context);
      hooks.deregister();
      return nextResolve(built.href, context);
    },
  });
}
