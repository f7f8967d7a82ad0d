import { resolveConsent } from './consent';

const visit = { isEnabled: true, isKiosk: false, cookie: null, privacyControl: null };

test.each([
  ['nobody has answered', {}, 'unasked'],
  ['the payer has agreed', { cookie: 'yes' }, 'yes'],
  ['the payer has refused', { cookie: 'no' }, 'no'],
  ['the cookie says something else', { cookie: 'YES' }, 'unasked'],
  ['the browser asks not to be tracked', { privacyControl: '1' }, 'no'],
  ['the payer has agreed all the same', { privacyControl: '1', cookie: 'yes' }, 'yes'],
  ['the operator has not turned it on, whatever was agreed', { isEnabled: false, cookie: 'yes' }, 'off'],
  ['many share the device, whatever was agreed', { isKiosk: true, cookie: 'yes' }, 'off'],
] as const)('when %s', (_when, known, consent) => {
  expect(resolveConsent({ ...visit, ...known })).toBe(consent);
});
