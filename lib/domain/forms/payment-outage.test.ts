import { getTargetField, findOutage } from './payment-outage';

const page = {
  serverTime: '2026-11-21T12:00:00Z',
  downtimes: [
    { target: 'wallet', from: '2026-11-21T11:00:00Z', until: '2026-11-21T13:00:00Z' },
    { target: 'boost', from: '2026-11-21T11:00:00Z', until: '2026-11-21T15:00:00Z' },
    { target: 'MB2U0227', from: '2026-11-21T11:00:00Z', until: '2026-11-21T14:00:00Z' },
    { target: 'carrier-a', from: '2026-11-21T13:00:00Z', until: '2026-11-21T14:00:00Z' },
  ],
};

test.each([
  [{ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }, ['wallet', '2026-11-21T13:00:00Z']],
  [{ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' }, ['MB2U0227', '2026-11-21T14:00:00Z']],
  [{ selectedPaymentMethod: 'fpx', fpxBankID: 'PBB0233' }, null],
  [{ selectedPaymentMethod: 'm2u', fpxBankID: 'MB2U0227' }, null],
  [{ selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' }, null],
  [{ selectedPaymentMethod: 'unknown' }, null],
  [{}, null],
])('%j meets %j', (fields, expected) => {
  const outage = findOutage(fields, page);
  expect(outage && [outage.target, outage.until]).toEqual(expected);
});

test.each([
  ['wallet', 'wallet', 'selectedPaymentMethod'],
  ['wallet', 'boost', 'selectedWallet'],
  ['epp', 'CIMB', 'eppBank'],
  ['savedCard', 'some-card', 'uniqueCardId'],
  ['m2u', 'MB2U0227', 'selectedPaymentMethod'],
] as const)('%s: %s is in the field %s', (method, target, field) => {
  expect(getTargetField({ method, target })).toBe(field);
});
