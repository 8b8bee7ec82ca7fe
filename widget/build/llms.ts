/** Makes `llms.txt` (https://llmstxt.org): the guides, for programs that read documents. */
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/**
 * The text, with links from the folder of the repository. The guides and what each is for come from the README.
 * @param isPacked whether one of the packages has the document
 */
export function llmsText(isPacked: (path: string) => boolean): string {
  const { description } = JSON.parse(read('package.json'));
  const table = read('README.md').split('\n## Guides\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| (\[.+?) \| (.+) \|$/gm)].flatMap(([, links = '', words = '']) =>
    [...links.matchAll(/\]\((.+?)\)/g)]
      .map(([, path = '']) => path)
      .filter(isPacked)
      .map((path) => `- [${titleOf(path)}](${path}): ${words}`),
  );
  return `# dx-booking

> ${description}

Start with [${titleOf('server/SKILL.md')}](server/SKILL.md): it says what to install, which guide fits, and how to check the result.
\`@dx-booking/server\` has the booking server and its command, \`@dx-booking/widget\` the elements for bundlers and the client,
\`@dx-booking/sandbox\` the testing service on one machine.

## Guides

${rows.join('\n')}
`;
}

const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? path;
