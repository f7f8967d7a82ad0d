import type { readEnvironment } from '../environment';
import { pseudonyms } from './analytics';

const environment: Partial<ReturnType<typeof readEnvironment>> = {};
jest.mock('../environment', () => ({ readEnvironment: () => environment }));
jest.mock('../session/sealed-token', () => ({
  deriveToken: (_purpose: string, value: string) => `keyed ${value}`,
}));

test('what names a person is a keyed digest, and in clear only where the operator wants that', () => {
  Object.assign(environment, { analyticsHasPersonalData: false });
  expect(pseudonyms.ofPerson('1234567801')).toBe('keyed 1234567801');
  Object.assign(environment, { analyticsHasPersonalData: true });
  expect(pseudonyms.ofPerson('1234567801')).toBe('1234567801');
});

test('a reference, which opens its payment, is never in clear', () => {
  Object.assign(environment, { analyticsHasPersonalData: true });
  expect(pseudonyms.ofReference('abcdefghijklmnopqrstuvwxyz')).toBe('ccSA35PWri8e-tFEfGbJUl');
});
