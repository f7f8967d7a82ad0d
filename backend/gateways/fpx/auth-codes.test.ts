import { readCause, readDebitAuthCode } from './auth-codes';

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

describe('the cause', () => {
  it.each([
    ['fault', ['20', '79', '85', '87', '88', '89', '90', '96', 'BB', 'FE', 'OE']],
    ['unfinished', ['1A', '1D', '1G', '1J', '1M', 'OF', '09']],
    // Paid, waiting for a second person, and what payers or sellers do: cancelled, no funds, limits, no account, a wrong field.
    [null, ['00', '99', '1C', '80', 'BC', '51', '48', '2A', '1B', '53', '57', '76', '45', 'XN', '03', '', 'toString']],
  ])('is %s for %p', (cause, codes) => {
    expect(codes.map(readCause)).toEqual(codes.map(() => cause));
  });
});
