import { sen } from '../money';
import { findAlternative, listTroubledProviders } from './provider-alternative';
import type { ProviderHealth } from './payment';

type Page = Parameters<typeof findAlternative>[1];

const bank = (id: string, isOnline = true) => ({ id, name: id, isOnline });
const health = (
  method: ProviderHealth['method'],
  provider: string | null,
  condition: ProviderHealth['condition'] = 'working',
): ProviderHealth => ({ method, provider, condition });

const page: Page = {
  methods: ['fpx', 'fpxCorporate', 'm2u', 'wallet', 'duitnowQr'],
  methodLimits: {},
  total: sen(10_000),
  personalBanks: [bank('MB2U0227'), bank('BCBB0235'), bank('PBB0233'), bank('RHB0218', false)],
  corporateBanks: [bank('BCBB0235'), bank('PBB0233')],
  wallets: ['boost', 'grabpay', 'touchngo'],
  downtimes: [],
  serverTime: '2026-11-26T04:00:00.000Z',
  providerHealth: [],
};
const everything = [
  health('fpx', 'BCBB0235'),
  health('fpxCorporate', 'PBB0233'),
  health('wallet', 'boost'),
  health('wallet', 'touchngo'),
  health('m2u', null),
  health('duitnowQr', null),
];
const down = (target: string) => ({ target, from: '2026-11-26T03:00:00Z', until: '2026-11-26T05:00:00Z' });
const find = (changes: Partial<Page>, method: ProviderHealth['method'] = 'fpx') =>
  findAlternative(method, { ...page, providerHealth: everything, ...changes });

test('the alternative is DuitNow QR, then Maybank2u, a wallet that most payers have, another bank', () => {
  expect(find({})).toEqual(health('duitnowQr', null));
  expect(find({ methods: ['fpx', 'm2u', 'wallet'] })).toEqual(health('m2u', null));
  expect(find({ methods: ['fpx', 'wallet'] })).toEqual(health('wallet', 'touchngo'));
  expect(find({ methods: ['fpx'] })).toEqual(health('fpx', 'BCBB0235'));
});

test('a company’s bank is an alternative for companies only', () => {
  const methods = ['fpx', 'fpxCorporate'] as const;
  const providerHealth = [health('fpxCorporate', 'PBB0233')];
  expect(find({ methods, providerHealth }, 'fpx')).toBeNull();
  expect(find({ methods, providerHealth }, 'fpxCorporate')).toEqual(health('fpxCorporate', 'PBB0233'));
});

test.each([
  ['is not offered', { methods: ['fpx'] }],
  ['is down', { downtimes: [down('duitnowQr')] }],
  ['cannot pay the amount', { methodLimits: { duitnowQr: { minimum: sen(100), maximum: sen(9_999) } } }],
  ['is slow itself', { providerHealth: [health('duitnowQr', null, 'slow')] }],
  ['has made no payments', { providerHealth: [] }],
] as const)('one that %s is no alternative', (_name, changes) => {
  expect(find({ providerHealth: [health('duitnowQr', null)], ...changes })).toBeNull();
});

test.each([
  ['offline', { providerHealth: [health('fpx', 'RHB0218')] }],
  ['not on the page', { providerHealth: [health('fpx', 'UOB0226')] }],
  ['down', { providerHealth: [health('fpx', 'PBB0233')], downtimes: [down('PBB0233')] }],
] as const)('a bank that is %s is no alternative', (_name, changes) => {
  expect(find({ methods: ['fpx'], ...changes })).toBeNull();
});

describe('the providers in trouble', () => {
  const providerHealth = [
    health('fpx', 'PBB0233', 'slow'),
    health('fpx', 'MB2U0227', 'failing'),
    health('fpx', 'BCBB0235'),
    health('fpx', 'RHB0218', 'failing'),
    health('wallet', 'boost', 'slow'),
  ];
  const list = (method: ProviderHealth['method'], changes: Partial<Page> = {}) =>
    listTroubledProviders(method, { ...page, providerHealth, ...changes }).map(({ provider }) => provider);

  test('are those of the method that can be chosen, in the order of the page', () => {
    expect(list('fpx')).toEqual(['MB2U0227', 'PBB0233']);
    expect(list('wallet')).toEqual(['boost']);
    expect(list('duitnowQr')).toEqual([]);
  });

  test('are none where an outage is announced for now: its notice says more', () => {
    expect(list('fpx', { downtimes: [down('MB2U0227')] })).toEqual(['PBB0233']);
    expect(list('fpx', { downtimes: [down('fpx')] })).toEqual([]);
  });
});
