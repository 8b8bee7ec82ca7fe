/** Reads the guides, for tests that compare them with the code. */
import { readFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);

/**
 * Reads a guide.
 * @param path from the root of the repository
 */
export const readDocument = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/**
 * The text below a heading, with its own subsections.
 * @param heading the whole line: `## Settings`
 * @throws Error if the text has no such heading
 */
export function sectionOf(text: string, heading: string): string {
  const level = /^#+/.exec(heading)?.[0].length ?? 0;
  const [, below] = text.split(`\n${heading}\n`);
  if (below === undefined) throw new Error(`no section "${heading}"`);
  return below.split(new RegExp(`^#{1,${level}} `, 'm'))[0] ?? '';
}

/** Reads the rows of all tables in a text, without their headers: the cells of each, trimmed. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n');
  return lines
    .filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const isRule = (line: string) => /^\|[\s:|-]+\|$/.test(line);

/** Reads the fenced code blocks of a language, in their order. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
