/**
 * The fragments of the guides work, as far as this machine has the programs: PHP signs tokens that the server accepts,
 * and nginx and Caddy pass the live stream on. Without a program its test does not exist, and a line says so.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { bareEnv } from '../support/bare-env.ts';
import { Customer } from '../support/customer.ts';
import { codeBlocksOf, readDocument } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { origin, startFullApiServer } from '../support/full-api-server.ts';

/** Programs and the arguments with which they print their version. */
const versions = { php: '-v', nginx: '-v', caddy: 'version' };
/** The name of such a program. */
type Program = keyof typeof versions;

/** Whether the program can be started. Prints a line if not: its test does not run. */
function hasProgram(name: Program): boolean {
  const isThere = spawnSync(name, [versions[name]]).status === 0;
  if (!isThere) console.log(`not run: ${name} is not installed`);
  return isThere;
}

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dx-fragments-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The fragment of a guide that is this file. */
async function fragment(guide: string, file: string): Promise<string> {
  const found = codeBlocksOf(await readDocument(guide)).find((block) => block.file === file);
  if (!found?.isFragment) throw new Error(`${guide} has no fragment ${file}`);
  return found.code;
}

it('finds the fragments that these tests run', async () => {
  expect(await fragment('server/cms.md', 'subject-token.php')).toContain('openssl_sign');
  expect(await fragment('server/proxy.md', 'booking.conf')).toContain('proxy_pass http://127.0.0.1:8080;');
  expect(await fragment('server/proxy.md', 'Caddyfile')).toContain('reverse_proxy 127.0.0.1:8080');
});

if (hasProgram('php'))
  it('PHP signs a token that the server accepts', async () => {
    await writeFile(join(folder, 'subject-token.php'), await fragment('server/cms.md', 'subject-token.php'));
    const key = join(folder, 'subject-key.pem');
    const rsa = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', key];
    await run('openssl', ['genpkey', ...rsa]);
    const program = `require 'subject-token.php'; $key = file_get_contents('${key}');
      echo json_encode(['jwks' => dx_jwks($key), 'token' => dx_subject_token('wp-1', $key)]);`;
    const { stdout } = await run('php', ['-r', program], { cwd: folder });
    const { jwks, token } = JSON.parse(stdout);
    const cms = createServer((_request, response) => response.end(JSON.stringify(jwks)));
    cms.listen(0, '127.0.0.1');
    await once(cms, 'listening');
    onTestFinished(() => void cms.close().closeAllConnections());
    const server = await startFullApiServer({
      env: {
        SUBJECT_ISSUER: 'https://www.partner.example',
        SUBJECT_AUDIENCE: 'booking',
        SUBJECT_JWKS_URL: `http://127.0.0.1:${(cms.address() as AddressInfo).port}/jwks`,
      },
    });
    onTestFinished(() => server.stop());
    const view = await new Customer(server.url, origin, token).open();
    expect(view.shows.step).toBe('place');
  });

/** Writes the configuration of a proxy for these ports. @returns the command that runs it */
type Configure = (port: number, serverPort: string) => Promise<[command: string, ...args: string[]]>;

const proxies: Record<'nginx' | 'caddy', Configure> = {
  async nginx(port, serverPort) {
    const subject = ['-x509', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
    await run('openssl', ['req', ...subject, '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`]);
    const server = (await fragment('server/proxy.md', 'booking.conf'))
      .replace('443', `127.0.0.1:${port}`)
      .replace('booking.partner.example', 'localhost')
      .replace(/\S+fullchain\.pem/, `${folder}/cert.pem`)
      .replace(/\S+privkey\.pem/, `${folder}/key.pem`)
      .replace('8080', serverPort);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const config = `daemon off; pid ${folder}/pid; user root; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')}\n${server} }`;
    await writeFile(join(folder, 'nginx.conf'), config);
    return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  async caddy(port, serverPort) {
    const site = (await fragment('server/proxy.md', 'Caddyfile'))
      .replace('booking.partner.example {', `https://localhost:${port} {\n  tls internal`)
      .replace('8080', serverPort);
    const options = '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n';
    await writeFile(join(folder, 'Caddyfile'), options + site);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

for (const [name, configure] of Object.entries(proxies))
  if (hasProgram(name as keyof typeof proxies))
    it(`${name} ends TLS and passes the live stream on at once`, async () => {
      const port = await freePort(0, '127.0.0.1');
      const url = `https://localhost:${port}`;
      const server = await startFullApiServer({ env: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' } });
      onTestFinished(() => server.stop());
      const [command, ...args] = await configure(port, new URL(server.url).port);
      const env = { ...bareEnv, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const proxy = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      proxy.stderr.on('data', (text) => (said += String(text)));
      // The certificate is the test's own.
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      onTestFinished(async () => {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        const closed = once(proxy, 'close');
        proxy.kill('SIGTERM');
        await closed;
      });
      await eventually(async () => {
        if (proxy.exitCode !== null) throw new Error(said);
        const response = await fetch(`${url}/health/ready`).catch(() => null);
        return response?.status === 200;
      });
      const customer = new Customer(url, origin, 'user-1');
      await customer.open();
      const live = await customer.fetch('GET', '/live');
      const reader = live.body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
    });
