/**
 * Serves the gallery, or takes pictures of its states.
 *
 * `npm run gallery` prints the address of the gallery.
 * `npm run gallery -- --pictures DIR` writes a picture of each state into DIR.
 * `npm run gallery -- --pictures DIR --compare OTHER` also compares them with those of another revision in OTHER, and
 * exits with 1 if one differs.
 *
 * `--scenes booking/` limits the states to names that start so. `--languages en,ar`, `--schemes light,dark,forced` and
 * `--widths 360,1280` choose the pages; these are lists.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { comparePictures, takePictures } from './pictures.ts';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string' },
    compare: { type: 'string' },
    scenes: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en' },
    schemes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '360,1280' },
    port: { type: 'string', default: '5180' },
  },
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
const server = await createServer({
  configFile: false,
  root,
  logLevel: 'warn',
  server: {
    port: values.pictures ? 0 : Number(values.port),
    host: '127.0.0.1',
    hmr: !values.pictures,
    watch: values.pictures ? null : {},
  },
  optimizeDeps: { entries: ['test/widget/gallery/scenes.ts'] },
  plugins: [
    {
      name: 'texts-as-modules',
      enforce: 'pre',
      // Vite serves JSON as a module of JavaScript, which a browser refuses under this attribute.
      transform: (code, id) =>
        id.endsWith('/language-files.ts') ? code.replaceAll(", { with: { type: 'json' } }", '') : undefined,
    },
  ],
});
await server.listen();
// Under this name, so that the hosted page at 127.0.0.1 has another origin.
const address = `http://localhost:${new URL(server.resolvedUrls?.local[0] ?? '').port}/test/widget/gallery/`;

if (values.pictures === undefined) {
  console.log(`The gallery is at ${address}index.html`);
} else {
  const list = (text: string) => text.split(',').filter(Boolean);
  const taken = await takePictures(`${address}scene.html`, values.pictures, {
    scenes: values.scenes,
    languages: list(values.languages),
    schemes: list(values.schemes),
    widths: list(values.widths).map(Number),
  });
  console.log(`${taken} pictures in ${values.pictures}`);
  if (values.compare !== undefined) {
    const changes = await comparePictures(values.compare, values.pictures);
    for (const change of changes) console.log(change);
    console.log(`${changes.length} pictures differ`);
    process.exitCode = changes.length > 0 ? 1 : 0;
  }
  await server.close();
}
