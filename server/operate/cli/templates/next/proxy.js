import { NextResponse } from 'next/server';

/** For development: on your own machine, opening the page signs in a new test user. A return from a payment page does not. */
export function proxy(request) {
  const response = NextResponse.next();
  const isNew = !request.cookies.has('test_user') || request.headers.get('sec-fetch-site') === 'none';
  if (isNew && request.nextUrl.hostname === 'localhost')
    response.cookies.set('test_user', crypto.randomUUID(), { httpOnly: true });
  return response;
}

export const config = { matcher: '/' };
