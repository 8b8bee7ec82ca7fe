import { issueToken } from '../../tokens.mjs';

/** Replace this with your own sign-in. Return null if nobody is signed in. */
const currentUser = async () => ({ id: 'user-1' });

export async function POST() {
  const user = await currentUser();
  return user ? Response.json({ token: issueToken(user.id) }) : new Response(null, { status: 401 });
}
