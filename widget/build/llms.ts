/** Makes `llms.txt` (https://llmstxt.org): the guides, for programs that read documents. */
import { readFileSync } from 'node:fs';

/** The text, with links from the folder of the repository. The guides and what each is for come from the README. */
export function llmsText(): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const { description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const table = readme.split('\n## Guides\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| (\[.+?) \| (.+) \|$/gm)].flatMap(([, links = '', words = '']) =>
    links.split(', ').map((link) => `- ${link}: ${words}`),
  );
  return `# dx-booking\n\n> ${description}\n\n## Guides\n\n${rows.join('\n')}\n`;
}
