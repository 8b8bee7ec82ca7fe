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

/** Escapes a path for a shell command. */
export const escapeForShell = (path: string): string => path.replaceAll(/[^\w/.-]/g, String.raw`\$&`);

const isRule = (line: string) => /^\|[\s:|-]+\|$/.test(line);

/** Reads the fenced code blocks of a language, in their order. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

/** Reads all fenced code blocks of a guide, also those inside lists. */

/** One fenced block of a guide. */
export interface CodeBlock {
  /** The first word after the fence: `ts`, `sh`; empty if there is none. */
  language: string;
  /** Whether the guide marks the block with the word `fragment`: it shows a part, and nothing runs it. */
  isFragment: boolean;
  /** The file that the paragraph above the block names, such as `site.mjs`. */
  file: string | undefined;
  /** The text, without the indentation of the list. */
  code: string;
  /** The line of the fence, from 1. */
  line: number;
}

const fileName =
  /`([\w./[\]-]+\.(?:m?[jt]sx?|html|vue|svelte|php|py|rb|java|go|cs|conf|env|json|css)|Caddyfile)`/;

/** Reads the blocks in their order. */
export function codeBlocksOf(text: string): CodeBlock[] {
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', words = '', body = ''] = match;
    const before = text.slice(0, match.index);
    const [language = '', ...marks] = words.trim().split(/\s+/);
    const paragraph = before.trimEnd().split(/\n\s*\n|\n(?=\s*(?:\d+\.|-) )/);
    return {
      language,
      isFragment: marks.includes('fragment'),
      file: fileName.exec(paragraph.at(-1) ?? '')?.[1],
      code: body.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gm'), ''),
      line: before.split('\n').length,
    };
  });
}
