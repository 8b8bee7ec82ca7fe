/** Follows the links of Markdown documents. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** As GitHub names the anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

/**
 * Lists the links of a document that lead to no file or to no heading. Addresses on the network are not followed.
 * @param path of the document, from `root`
 */
export function deadLinks(root: string, path: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', hash] = target.split('#');
      const at = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, at))) return true;
      return hash !== undefined && !anchorsOf(readFileSync(join(root, at), 'utf8')).includes(hash);
    });
}
