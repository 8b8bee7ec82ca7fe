/** The code blocks of the guides are the files that `dx-booking init` writes. */
import { expect, it } from 'vitest';
import { type Template, templateFiles, templates } from '../../server/operate/cli/init.ts';
import { codeBlocksOf, readDocument } from '../support/documents.ts';

/** The guide of each template. The other files of its site are in a guide before it, or none shows them. */
const guides: Record<Template, string> = {
  next: 'server/next.md',
  express: 'server/express.md',
  fastify: 'server/fastify.md',
  python: 'server/any-language.md',
  php: 'server/cms.md',
};

it.each(templates)('the guide shows files of the template %s as they are', async (template) => {
  const files = await templateFiles(template, 'jwt');
  // A later block of the same file is what a partner makes of it.
  const shown = codeBlocksOf(await readDocument(guides[template])).filter(
    ({ file }, at, all) => file && files.has(file) && all.findIndex((block) => block.file === file) === at,
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const { file = '', code } of shown) expect(code, file).toBe(files.get(file));
});

it('the example in Python checks signatures as the template does', async () => {
  const files = await templateFiles('python', 'jwt');
  expect(await readDocument('examples/python/signatures.py')).toBe(files.get('signatures.py'));
});
