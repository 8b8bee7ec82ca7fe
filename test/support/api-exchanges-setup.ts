/** Fails a test if an exchange with a booking server is not as its OpenAPI document says. */
import { afterEach, expect } from 'vitest';
import { takeBreaches } from './breaches.ts';

afterEach(() => {
  expect(takeBreaches(), 'exchanges that are not as the OpenAPI document says').toEqual([]);
});
