import { NextResponse } from 'next/server';

/** For development: each load of the page on your own machine signs in a new test user. */
export function proxy(request) {
  const response = NextResponse.next();
  if (request.nextUrl.hostname === 'localhost')
    response.cookies.set('test_user', crypto.randomUUID(), { httpOnly: true });
  return response;
}

export const config = { matcher: '/' };
