/** `node test/accessibility/write-report.ts`: writes `widget/accessibility.md`. */
import { writeFile } from 'node:fs/promises';
import { report } from './report.ts';

await writeFile(new URL('../../widget/accessibility.md', import.meta.url), report);
