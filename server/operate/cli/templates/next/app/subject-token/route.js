import { cookies } from 'next/headers';
import { issueToken } from '../../tokens.mjs';

/** Replace this with your own sign-in, and remove `proxy.js`. Return null if nobody is signed in. */
async function currentUser() {
  const id = (await cookies()).get('test_user')?.value;
  return id ? { id } : null;
}

export async function POST() {
  const user = await currentUser();
  return user ? Response.json({ token: issueToken(user.id) }) : new Response(null, { status: 401 });
}
