/** Each placeholder of a path holds one segment, for any value. */
import { expect, it } from 'vitest';
import { fillPath } from '../../server/upstream/fill-path.ts';

it.each([
  ['a-b', '/v1/a-b/c'],
  ['a/b', '/v1/a%2Fb/c'],
  ['a?b#c', '/v1/a%3Fb%23c/c'],
  ['../x', '/v1/..%2Fx/c'],
  ['ü', '/v1/%C3%BC/c'],
])('encodes %s', (id, path) => {
  expect(fillPath('/v1/{id}/c', { id })).toBe(path);
});

it.each(['', '.', '..'])('refuses "%s"', (id) => {
  expect(() => fillPath('/v1/{id}/c', { id })).toThrow('path parameter id');
});

it('rejects a placeholder without a value', () => {
  expect(() => fillPath('/v1/{id}', {})).toThrow('path parameter id');
});
