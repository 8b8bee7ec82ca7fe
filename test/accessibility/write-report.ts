/** `node test/accessibility/write-report.ts`: writes the reports of accessibility in `widget/`. */
import { writeFile } from 'node:fs/promises';
import { reports } from './report.ts';

for (const [path, text] of Object.entries(reports))
  await writeFile(new URL(`../../${path}`, import.meta.url), text);
