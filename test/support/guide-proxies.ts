/** Proxies in front of the server, with the configuration of the guides. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { startProcess } from './child-processes.ts';
import { codeBlocksOf, readDocument } from './documents.ts';
import { ownCertificate } from './own-certificate.ts';

/** Runs a program to its end. */
export const run = promisify(execFile);

/** Whether this machine has the program. @param versionOption prints its version */
export const isInstalled = (name: string, versionOption: string): boolean =>
  spawnSync(name, [versionOption]).status === 0;

/** The fragment of a guide that is this file. @throws Error if there is none */
export async function fragment(guide: string, file: string): Promise<string> {
  const found = codeBlocksOf(await readDocument(guide)).find((block) => block.file === file);
  if (!found?.isFragment) throw new Error(`${guide} has no fragment ${file}`);
  return found.code;
}

/**
 * Writes the configuration of a proxy that listens on `port`, for the servers on the other ports.
 * @returns the command that runs it
 */
type Configure = (folder: string, port: number, servers: string[]) => Promise<string[]>;

/** The proxies of server/proxy.md. */
export const proxies = {
  async nginx(folder, port, servers) {
    await writeFile(join(folder, 'own.pem'), ownCertificate());
    let server = (await fragment('server/proxy.md', 'booking.conf'))
      .replace('443', `127.0.0.1:${port}`)
      .replace('booking.partner.example', 'localhost')
      .replace(/\S+(?:fullchain|privkey)\.pem/g, 'own.pem');
    if (servers.length > 1) server = server.replace('# server', 'server');
    for (const [at, own] of servers.entries())
      server = server.replace(`127.0.0.1:${8080 + at}`, `127.0.0.1:${own}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${name};`,
    );
    const config = `daemon off; pid pid; user root; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')}\n${server} }`;
    await writeFile(join(folder, 'nginx.conf'), config);
    // Relative paths need no quotes, whatever the folder is called.
    return ['nginx', '-p', folder, '-e', 'stderr', '-c', 'nginx.conf'];
  },
  async caddy(folder, port, [server = '']) {
    const site = (await fragment('server/proxy.md', 'Caddyfile'))
      .replace('booking.partner.example {', `https://localhost:${port} {\n  tls internal`)
      .replace('8080', server);
    const options = '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n';
    await writeFile(join(folder, 'Caddyfile'), options + site);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
} satisfies Record<string, Configure>;

/** Creates an agent that accepts the certificates of these proxies, and speaks HTTP/2 if the proxy does. */
export const createTrustingAgent = (): Agent =>
  new Agent({ connect: { rejectUnauthorized: false }, allowH2: true });

/**
 * Starts a proxy and waits until a server behind it is ready.
 * @param folder where it may write
 * @param url its address
 * @throws Error with its output if it ends
 */
export async function startProxy(
  [command = '', ...args]: string[],
  folder: string,
  url: string,
): Promise<{ stop(): Promise<void> }> {
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const proxy = startProcess(command, args, { env });
  const dispatcher = createTrustingAgent();
  await proxy.until(async () => {
    const response = await request(`${url}/health/ready`, { dispatcher }).catch(() => null);
    await response?.body.dump();
    return response?.statusCode === 200;
  });
  await dispatcher.close();
  return { stop: async () => void (await proxy.stop()) };
}
