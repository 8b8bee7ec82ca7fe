/**
 * Builds the programs that tests start as processes, each into a few files: to load 700 modules takes half a second of
 * processor time. `start-built.mjs` starts what is built.
 */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** The programs, from the root of the repository. Tests start them by these names. */
const programs = [
  'server/main.ts',
  'server/sandbox/main.ts',
  'examples/full-api/site.ts',
  'test/support/crash-server-process.ts',
  'test/support/tuned-server.ts',
  'server/operate/cli/dx-booking.ts',
  'test/core/store/opening-process.ts',
];

/** A module finds the files beside it by its own address, which the build would change. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\./ },
      handler: (code, id) =>
        code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.main', 'false'),
    },
  };
}

const rootDir = fileURLToPath(new URL('../..', import.meta.url));
await build({
  configFile: false,
  root: rootDir,
  publicDir: false,
  logLevel: 'error',
  plugins: [ownAddresses()],
  // PDFKit reads its fonts from its own folder.
  ssr: { noExternal: true, external: ['pdfkit'] },
  build: {
    ssr: true,
    outDir: 'node_modules/.cache/dx-programs',
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(programs.map((program) => [program, program])),
      // The log has the names of classes.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', keepNames: true },
    },
  },
});
