/** The addresses of databases that the server takes. */
import { describe, expect, it } from 'vitest';
import { databaseUrlFault } from '../../../server/core/store/database-url.ts';

describe('DATABASE_URL', () => {
  it.each([
    'postgres://app@127.0.0.1:5432/db',
    'postgres://app@localhost/db',
    'postgresql://app@[::1]/db',
    'postgres://app@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://app@db.example/db?sslmode=verify-full',
    'postgres://app@db.example/db?ssl=true',
    'postgres://app@localhost/db?connect_timeout=20&application_name=dx',
    'postgres://app@db-1.example,db-2.example:5433/db?sslmode=verify-full&target_session_attrs=read-write',
    'postgres://app:a@127.0.0.1,localhost:5433/db',
  ])('accepts %s', (value) => {
    expect(databaseUrlFault(value)).toBeNull();
  });

  it.each([
    'postgres://app@db.example/db',
    'postgres://app@10.0.0.5/db',
    'postgres://app@127.0.0.1,db.example/db',
    'postgres://app@127.0.0.1/db?host=db.example',
    'postgres://app@127.0.0.1,db.example/db',
    'postgres://app@db.example/db?sslmode=disable',
    'postgres://app@db.example/db?sslmode=no-verify',
    'postgres://app@db.example/db?ssl=no-verify',
    'postgres://app@db.example/db?ssl=canary',
    'postgres://app@db.example/db?uselibpqcompat=true&sslmode=require',
  ])('refuses %s, which leaves this machine without verified TLS, and says what to add', (value) => {
    expect(databaseUrlFault(value)).toMatch(/^must use TLS: add \?sslmode=verify-full/);
  });

  it.each(['0', '20s', '1000', ''])(
    'refuses a connect_timeout of "%s", and says what it takes',
    (seconds) => {
      const address = `postgres://app@localhost/db?connect_timeout=${seconds}`;
      expect(databaseUrlFault(address)).toBe('must have connect_timeout in seconds, from 1 to 999, or none');
    },
  );
});
