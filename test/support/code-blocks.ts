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

const fileName = /`([\w./[\]-]+\.(?:m?[jt]sx?|html|vue|svelte|php|conf|env|json|css)|Caddyfile)`/;

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
