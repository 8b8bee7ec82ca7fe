import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { issueToken } from './tokens.mjs';

process.loadEnvFile();

/** Replace this with your own sign-in. Return null if nobody is signed in. */
const userOf = (request) => {
  const [, id] = /\btest_user=([\w-]+)/.exec(request.headers.cookie) ?? [];
  return id ? { id } : null;
};

/** The files of `public`. `@fastify/static` serves a whole folder. */
const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/jwks.json': ['jwks.json', 'application/json'],
};

const app = fastify();
// Remove this with `userOf`: on your own machine, opening the page signs in a new test user. A return from a payment page does not.
app.addHook('onRequest', async (request, reply) => {
  const isNew = userOf(request) === null || request.headers['sec-fetch-site'] === 'none';
  if (isNew && request.routeOptions.url === '/' && request.hostname === 'localhost')
    reply.header('set-cookie', `test_user=${randomUUID()}; HttpOnly`);
});
for (const [path, [file, type]] of Object.entries(files))
  app.get(path, async (_request, reply) => reply.type(type).send(await readFile(`public/${file}`)));
app.post('/subject-token', async (request, reply) => {
  const user = userOf(request);
  return user === null ? reply.code(401).send() : { token: issueToken(user.id) };
});
await app.listen({ port: 3000 });
console.log('Open http://localhost:3000');
