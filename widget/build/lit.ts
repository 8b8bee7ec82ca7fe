/** Changes the copy of Lit that the elements bring: its name to Trusted Types, and code for browsers that are too old. */
import type { Rolldown } from 'vite';

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

/** A plug-in that fails the build if Lit has changed, so that nothing is left unreplaced. */
export function changeLit(): Rolldown.Plugin {
  const changed = new Set<string>();
  return {
    name: 'change-lit',
    buildStart() {
      changed.clear();
    },
    transform(code, id) {
      const name = mark.exec(id)?.[1];
      let text = code;
      for (const { from, to } of changes.filter(({ file }) => file.test(id.replace(mark, '')))) {
        if (!text.includes(from)) this.error(`nothing to replace in ${id}`);
        changed.add(from);
        text = text.replace(from, () => to(name ? `-${name}` : ''));
      }
      return text === code ? null : { code: text, map: null };
    },
    buildEnd(error) {
      if (error === undefined && changed.size < changes.length) this.error('Lit was not changed');
    },
  };
}
