/** Changes the copy of Lit that the elements bring: its name to Trusted Types, and code for browsers that are too old. */
import type { Plugin } from 'vite';
import { directiveCuts, unsupportedUses } from './lit-directives-unused.ts';
import { type Cut, internal, cuts as litCuts, unsupported } from './lit-unused.ts';

const cuts = [...litCuts, ...directiveCuts];

/** An element with its own copy of Lit has a policy of its own, named after it: `dx-lit-appointments`. */
const mark = /\?(appointments|physician)$/;

/** What is replaced, in the files of Lit that a page gets. */
const changes = [
  {
    // A page may use Lit itself. Two policies of one name kill the second.
    file: /\/lit-html\/(?:development\/)?lit-html\.js$/,
    from: 'createPolicy("lit-html"',
    to: (name: string) => `createPolicy("dx-lit${name}"`,
  },
  {
    // All supported browsers have constructed style sheets, so the code for others is dropped.
    file: /\/reactive-element\/css-tag\.js$/,
    from: 't.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
    to: () => 'true',
  },
  {
    // A fault of our own styles, which the types exclude.
    file: /\/reactive-element\/css-tag\.js$/,
    from: `throw Error("Value passed to 'css' function must be a 'css' function result: "+t+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")`,
    to: () => 'throw Error(t)',
  },
];

/** Whether a file, by its id, is one of our sources. */
const isOurs = (id: string) => /\/widget\/.*\.ts(?:\?|$)/.test(id);

/** @returns the feature of Lit that the code uses and the build drops; undefined if there is none */
export const unsupportedFeature = (code: string): string | undefined =>
  [...unsupported, ...unsupportedUses].find(({ use }) => use.test(code))?.feature;

/** @returns the text without the piece; null if it has none */
function cutOut(text: string, { from, to, put = '' }: Cut): string | null {
  const start = text.indexOf(from);
  const end = to === undefined ? start + from.length : text.indexOf(to, start);
  return start < 0 || end < start ? null : text.slice(0, start) + put + text.slice(end);
}

const internalName = new RegExp(`\\b(?:${internal.join('|')})\\b`, 'g');
/** The same in each file and each release, so that files of two releases fit together. */
const shortName = (name: string) => `_${String.fromCharCode(97 + internal.indexOf(name))}`;

/**
 * Applies all changes to Lit. The build fails if Lit has changed, so that nothing is left unreplaced, or if a source
 * uses what is dropped.
 */
export function changeLit(): Plugin {
  const changed = new Set<unknown>();
  return {
    name: 'change-lit',
    apply: 'build',
    buildStart() {
      changed.clear();
    },
    transform(code, id) {
      const feature = isOurs(id) ? unsupportedFeature(code) : undefined;
      if (feature) this.error(`${id} uses ${feature}, which widget/build/lit-unused.ts drops from Lit`);
      const name = mark.exec(id)?.[1];
      const isOfFile = ({ file }: { file: RegExp }) => file.test(id.replace(mark, ''));
      let text = code;
      for (const change of changes.filter(isOfFile)) {
        if (!text.includes(change.from)) this.error(`nothing to replace in ${id}`);
        changed.add(change);
        text = text.replace(change.from, () => change.to(name ? `-${name}` : ''));
      }
      for (const cut of cuts.filter(isOfFile)) {
        text = cutOut(text, cut) ?? this.error(`nothing to cut in ${id}: ${cut.from}`);
        changed.add(cut);
      }
      if (/\/node_modules\/(?:@lit\/|lit-)/.test(id)) text = text.replace(internalName, shortName);
      return text === code ? null : { code: text, map: null };
    },
    buildEnd(error) {
      if (error === undefined && changed.size < changes.length + cuts.length)
        this.error('Lit was not changed');
    },
  };
}
