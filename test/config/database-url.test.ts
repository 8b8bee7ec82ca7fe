/** DATABASE_URL: a connection that leaves this machine uses TLS and verifies the certificate. */
import { describe, expect, it } from 'vitest';
import { databaseUrlFault } from '../../server/store/database-url.ts';

describe('DATABASE_URL', () => {
  it.each([
    'postgres://app@127.0.0.1:5432/db',
    'postgres://app@localhost/db',
    'postgresql://app@[::1]/db',
    'postgres://app@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://app@db.example/db?sslmode=verify-full',
    'postgres://app@db.example/db?ssl=true',
  ])('accepts %s', (value) => {
    expect(databaseUrlFault(value)).toBeNull();
  });

  it.each([
    'postgres://app@db.example/db',
    'postgres://app@10.0.0.5/db',
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
});
