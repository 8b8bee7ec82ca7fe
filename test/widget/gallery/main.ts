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
import { parseArgs } from 'node:util';
import { comparePictures, takePictures } from './pictures.ts';
import { serveGallery } from './serve.ts';

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

const { address, close } = await serveGallery(values.pictures ? 0 : Number(values.port));

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
  await close();
}
