/** Gives each Trusted Types policy of an element a name of our own. */
import type { Plugin } from 'vite';

/** The modules that create a policy, each as often as elements have a copy of it. */
const creators = /\/(?:lit-html\/lit-html\.js|widget\/ui\/sanitize\.ts)(?:\?(\w+))?$/;
const created = /createPolicy\((["'])(lit-html|dx-copy)\1/;
const names: Record<string, string> = { 'lit-html': 'dx-lit', 'dx-copy': 'dx-copy' };

/**
 * Names Lit's policy `dx-lit`, because a page may use Lit itself. The policies of an element with copies of its own are
 * named after it, such as `dx-lit-appointments` and `dx-copy-appointments`: a browser can refuse a second policy of the
 * same name. The build fails if it finds no policy.
 */
export function namePolicy(): Plugin {
  const missing = new Set<string>();
  return {
    name: 'name-policy',
    apply: 'build',
    buildStart() {
      for (const name of Object.keys(names)) missing.add(name);
    },
    transform: {
      filter: { id: creators },
      handler(code, id) {
        const [call = '', , name = ''] = created.exec(code) ?? [];
        if (call === '') this.error(`${id} creates no policy`);
        missing.delete(name);
        const element = creators.exec(id)?.[1];
        const own = element === undefined ? names[name] : `${names[name]}-${element}`;
        // The lines stay as they are, so the map of the file does too.
        return { code: code.replace(call, `createPolicy("${own}"`), map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0) this.error(`no module creates ${[...missing].join(', ')}`);
    },
  };
}
