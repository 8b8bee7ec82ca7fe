import express from 'express';
import { issueToken } from './tokens.mjs';

process.loadEnvFile();

/** Replace this with your own sign-in. Return null if nobody is signed in. */
const userOf = (_request) => ({ id: 'user-1' });

const app = express();
app.use(express.static('public'));
app.post('/subject-token', (request, response) => {
  const user = userOf(request);
  if (user === null) response.sendStatus(401);
  else response.json({ token: issueToken(user.id) });
});
app.listen(3000, () => console.log('Open http://localhost:3000'));
