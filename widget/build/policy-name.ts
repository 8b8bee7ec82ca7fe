/** Gives the Trusted Types policy of Lit a name of our own. */
import type { Plugin } from 'vite';

const litHtml = /\/lit-html\/lit-html\.js(?:\?(appointments|physician|handoff))?$/;
const original = 'createPolicy("lit-html"';

/**
 * Names the policy `dx-lit`: a page may use Lit itself, and a browser can refuse a second policy of the same name. An
 * element with its own copy of Lit has a policy named after it, such as `dx-lit-appointments`. The build fails if it
 * finds no policy.
 */
export function namePolicy(): Plugin {
  let isNamed = false;
  return {
    name: 'name-policy',
    apply: 'build',
    buildStart() {
      isNamed = false;
    },
    transform: {
      filter: { id: litHtml },
      handler(code, id) {
        if (!code.includes(original)) this.error(`${id} does not contain ${original}`);
        isNamed = true;
        const element = litHtml.exec(id)?.[1];
        const name = `dx-lit${element === undefined ? '' : `-${element}`}`;
        // The lines stay as they are, so the map of the file does too.
        return { code: code.replace(original, `createPolicy("${name}"`), map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && !isNamed) this.error('the build has no lit-html.js');
    },
  };
}
