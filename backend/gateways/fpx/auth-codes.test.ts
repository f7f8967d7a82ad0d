import { readDebitAuthCode } from './auth-codes';

describe('debitAuthCode', () => {
  it.each([
    ['successful', ['00']],
    ['pending', ['09']],
    ['pending-approval', ['99']],
    ['cancelled', ['1C', '1F', '1I', '1L', '80', 'BC', '2X']],
    ['expired', ['1A', '1D', '1G', '1J', '1M', 'OF']],
    // rails.md: 45 and XN are not a state, but tell that our number was used before.
    ['unknown', ['76', '45', 'XN']],
    ['failed', ['2A', '48', '51', '90', 'BB', 'OE', '03', 'FE', '', 'toString', '__proto__']],
  ])('%s for %p', (status, codes) => {
    expect(codes.map(readDebitAuthCode)).toEqual(codes.map(() => status));
  });
});
