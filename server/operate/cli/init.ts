/**
 * `dx-booking init`: writes a file of settings with new keys, and a commented file of hooks. It overwrites nothing, and adds to
 * `.gitignore` what holds secrets and data.
 */
import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKeys } from './keys.ts';

const hooksText = `/**
 * What the booking server asks your backend. These hooks are for development: replace both before customers book.
 * @type {import('@dx-booking/server').Hooks}
 */
export const hooks = {
  /**
   * Who is signed in? Check the token that your page gave to the element, and return your own id of the user, or null.
   */
  async verifySubject(token) {
    return token.startsWith('demo-') ? { subject: token } : null;
  },

  /**
   * Is this booking paid? Create one bill for each journeyId, and return the same reference each time:
   * { state: 'due', payUrl: 'https://…' } until it is paid, then { state: 'paid', reference: '…' }.
   */
  async payment({ journeyId }) {
    return { state: 'paid', reference: \`demo-\${journeyId}\` };
  },

  /** What happens to bookings: write it to your own database. Called again if it throws. */
  async onEvent(event) {
    console.log(\`event \${event.type}\`);
  },
};
`;

const envText = async (
  hooks: 'module' | 'http',
) => `# Keep this file secret. If you lose STORE_KEYS, nobody can read the database.
STORE_KEYS='${await newKeys('STORE_KEYS')}'
TOKEN_KEYS='${await newKeys('TOKEN_KEYS')}'

# How the server reaches your backend.
${
  hooks === 'module'
    ? 'HOOKS_MODULE=hooks.mjs'
    : `HOOKS_URL=http://127.0.0.1:8000/hooks
HOOKS=verifySubject,payment
HOOKS_SECRET='${await newKeys('HOOKS_SECRET')}'
EVENTS_URL=http://127.0.0.1:8000/events
EVENTS_SECRET='${await newKeys('EVENTS_SECRET')}'`
}

# For "dx-booking start". "dx-booking dev" brings a sandbox and sets these itself.
# PUBLIC_URL=https://booking.clinic.example
# ORIGINS=https://www.clinic.example
# UPSTREAM_URL=https://…
# UPSTREAM_API_KEY=…
SQLITE_FILE=.data/dx.sqlite
`;

/**
 * Writes `.env`, and `hooks.mjs` for hooks in a module. Adds to `.gitignore`.
 * @param folder where the files go; it must exist
 * @param options.hooks a module in JavaScript, or an HTTP endpoint in any language
 * @returns the exit code: 1 if a file exists already; nothing is written then
 */
export async function init(
  folder: string,
  options: { hooks: 'module' | 'http' },
  print: (line: string) => void,
): Promise<number> {
  const files = {
    '.env': await envText(options.hooks),
    ...(options.hooks === 'module' ? { 'hooks.mjs': hooksText } : {}),
  };
  const names = Object.keys(files);
  for (const name of names)
    if (await exists(join(folder, name))) {
      print(`${name} exists already. Move it away first: its keys may encrypt a database.`);
      return 1;
    }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: name === '.env' ? 0o600 : 0o644, flag: 'wx' });
  await ignoreInGit(folder);
  print(`Written: ${names.join(', ')}. Next: npx dx-booking dev`);
  return 0;
}

/** Adds to `.gitignore` the files with secrets, customers' data and packages, unless it has them. */
async function ignoreInGit(folder: string): Promise<void> {
  const path = join(folder, '.gitignore');
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ''));
  const missing = ['.env', 'subject-key.pem', '.data/', 'node_modules/'].filter(
    (name) => !lines.includes(name.replace(/\/$/, '')),
  );
  if (missing.length === 0) return;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${start}${missing.join('\n')}\n`);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
