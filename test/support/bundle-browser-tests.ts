/** Serves the browser tests from one build in memory: a page then loads a few files instead of hundreds of modules. */
import { basename, relative } from 'node:path';
import type { Plugin as ServerPlugin } from '@web/dev-server-core';
import { build, type Rolldown } from 'vite';

/** Where the test runner looks for the tests, and where their shared chunks are. Their relative imports stay valid. */
const folder = 'test/widget';

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** Builds the tests, without minification: errors keep their names, and by the source maps their lines. */
async function bundle(rootDir: string, files: string[]): Promise<Map<string, string>> {
  const name = (file: string) => relative(`${rootDir}${folder}`, file).replace(/\.ts$/, '');
  const built = await build({
    configFile: false,
    root: rootDir,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      // Its source maps name the sources from here.
      outDir: `${rootDir}${folder}`,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      lib: { entry: Object.fromEntries(files.map((file) => [name(file), file])), formats: ['es'] },
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  const outputs = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }): Output[] => output);
  return new Map([
    ...files.map((file) => [`/${folder}/${name(file)}.ts`, `import './${name(file)}.js';`] as const),
    ...outputs.map(
      (file) =>
        [`/${folder}/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)] as const,
    ),
  ]);
}

/** @param files the tests, as absolute paths */
export function bundleBrowserTests(rootDir: string, files: string[]): ServerPlugin {
  let built: Promise<Map<string, string>> | undefined;
  const find = async (path: string) => {
    built ??= bundle(rootDir, files);
    return (await built).get(path);
  };
  return {
    name: basename(import.meta.url, '.ts'),
    async serve({ path }) {
      const body = await find(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
    /** The build has resolved every import of its files. */
    async resolveImport({ source, context }) {
      return (await find(context.path)) === undefined ? undefined : source;
    },
  };
}
