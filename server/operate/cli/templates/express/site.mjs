import { randomUUID } from 'node:crypto';
import express from 'express';
import { issueToken } from './tokens.mjs';

process.loadEnvFile();

/** Replace this with your own sign-in. Return null if nobody is signed in. */
const userOf = (request) => {
  const [, id] = /\btest_user=([\w-]+)/.exec(request.headers.cookie) ?? [];
  return id ? { id } : null;
};

const app = express();
// Remove this with it: on your own machine, opening the page signs in a new test user. A return from a payment page does not.
app.get('/', (request, response, next) => {
  const isNew = userOf(request) === null || request.get('sec-fetch-site') === 'none';
  if (isNew && request.hostname === 'localhost')
    response.cookie('test_user', randomUUID(), { httpOnly: true });
  next();
});
app.use(express.static('public'));
app.post('/subject-token', (request, response) => {
  const user = userOf(request);
  if (user === null) response.sendStatus(401);
  else response.json({ token: issueToken(user.id) });
});
app.listen(3000, () => console.log('Open http://localhost:3000'));
