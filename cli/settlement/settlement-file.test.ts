import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettlementAmount } from './amounts';
import { settlementProfileSchema, type SettlementProfileInput } from './profile';
import { settlementProfiles } from './profiles';
import { readSettlementFile } from './settlement-file';
import type { SettlementLine } from '../../backend/reconciliation/model';

const exampleFolder = join(__dirname, '../../examples/settlement-files');

function readExample(name: string, profile: unknown = settlementProfiles[name]) {
  const text = readFileSync(join(exampleFolder, `${name}.csv`), 'utf8');
  return readSettlementFile(text, settlementProfileSchema.parse(profile));
}

/** A line of a payment in MYR without a fee, but for what is given. */
const line = (given: Partial<SettlementLine>): SettlementLine => ({
  ...{ line: 2, kind: 'payment', type: null, gateway: null, reference: '', currency: 'MYR', gross: 0, fee: 0 },
  ...given,
});

describe('the example file of', () => {
  test('fpx: two rails, after lines that are no header', () => {
    expect(readExample('fpx')).toEqual({
      lines: [
        line({ line: 5, gateway: 'fpx', reference: '2611300915000101', gross: 13_878 }),
        line({ line: 6, gateway: 'fpxCorporate', reference: '2611301002000102', gross: 1_250_000 }),
        line({ line: 7, kind: 'refund', gateway: 'fpx', reference: '2611301130000103', gross: -8_810 }),
      ],
      ignored: 1,
    });
  });

  test('the acquirer: net amounts, and lines of every kind', () => {
    const gateway = 'acquirer';
    expect(readExample('acquirer')).toEqual({
      lines: [
        line({ line: 2, gateway, reference: 'T-100001', gross: 13_878, fee: 208 }),
        line({ line: 3, gateway, reference: 'T-100002', gross: 100_000, fee: 1_500 }),
        line({ line: 4, kind: 'refund', gateway, reference: 'T-100003', gross: -5_000 }),
        line({ line: 5, kind: 'chargeback', gateway, reference: 'T-090017', gross: -13_878, fee: 2_500 }),
        line({ line: 6, kind: 'chargeback', gateway, reference: 'T-090016', gross: 5_000 }),
        line({ line: 7, kind: 'fee', gateway, fee: 3_000 }),
        line({ line: 8, kind: 'other', type: 'Adjustment', gateway, reference: 'T-100004', gross: -100 }),
      ],
      ignored: 2,
    });
  });

  test('eGHL: our numbers, two rails, RM and parentheses', () => {
    expect(readExample('eghl')).toEqual({
      lines: [
        line({ line: 2, gateway: 'eghl', reference: 'n4u1k2c7w9d3x5b8q0zt', gross: 13_878, fee: 139 }),
        line({ line: 3, gateway: 'm2u', reference: 'm7t3r8a1f6y2h9k4e5vp', gross: 113_878, fee: 50 }),
        line({ line: 4, kind: 'refund', gateway: 'eghl', reference: 'c2x8p5j1s9g4b7n3w6qd', gross: -5_000 }),
      ],
      ignored: 1,
    });
  });

  test('counters', () => {
    expect(readExample('counter')).toEqual({
      lines: [
        line({ line: 2, gateway: 'counter', reference: 'C-555001', gross: 13_878 }),
        line({ line: 3, gateway: 'counter', reference: 'C-555002', gross: 2_000 }),
      ],
      ignored: 1,
    });
  });

  test('DuitNow: a column for the sign, and a trailer of another length', () => {
    expect(readExample('duitnow')).toEqual({
      lines: [
        line({ line: 2, gateway: 'duitnow', reference: '20261130PYNB0001', gross: 13_878 }),
        line({ line: 3, kind: 'refund', gateway: 'duitnow', reference: '20261130PYNB0002', gross: -2_000 }),
      ],
      ignored: 1,
    });
  });

  test('an operator’s own profile: decimal commas', () => {
    const profile: unknown = JSON.parse(readFileSync(join(exampleFolder, 'own-profile.json'), 'utf8'));
    expect(readExample('own', profile)).toEqual({
      lines: [
        line({ line: 2, gateway: 'acquirer', reference: 'T-100001', gross: 113_878, fee: 1_139 }),
        line({ line: 3, gateway: 'fpx', reference: '2611300915000101', gross: 13_878, fee: 100 }),
        line({ line: 4, kind: 'refund', gateway: 'acquirer', reference: 'T-100003', gross: -5_000 }),
        line({ line: 5, kind: 'fee', fee: 3_000 }),
      ],
      ignored: 1,
    });
  });
});

test('every profile of the table has an example file', () => {
  for (const name of Object.keys(settlementProfiles)) expect(readExample(name).lines).not.toEqual([]);
});

describe('a line that cannot be read is listed with its number', () => {
  const profile = {
    gateway: 'acquirer',
    reference: { column: 'id' },
    amount: { gross: 'gross', fee: 'fee', net: 'net' },
    kind: {
      column: 'type',
      values: { SALE: 'payment', REFUND: 'refund', FEE: 'fee', REVERSAL: 'chargeback-reversal' },
    },
    currency: 'currency',
    footers: ['Total'],
  } as const satisfies SettlementProfileInput;
  const read = (...lines: string[]) =>
    readSettlementFile(['id,type,gross,fee,net,currency', ...lines].join('\n'), settlementProfileSchema.parse(profile));

  test.each([
    ['a,SALE,"1.138,78",0,0,MYR', "line 2: '1.138,78' is not an amount"],
    ['a,SALE,,1.00,,MYR', "line 2: '' is not an amount"],
    ['a,SALE,-5.00,0,-5.00,MYR', 'line 2: a payment of a negative amount'],
    ['a,SALE,100.00,1.50,98.40,MYR', 'line 2: gross amount less fee is not the net amount'],
    ['a,SALE,100.00,1.50,98.50,$', "line 2: '$' is not a currency such as MYR"],
    ['a,SALE,100.00,1.50,98.50,', "line 2: '' is not a currency such as MYR"],
    ['a,REFUND,-100.00,1.50,-98.00,MYR', 'line 2: gross amount less fee is not the net amount'],
    ['a,REFUND,,,,MYR', "line 2: '' is not an amount"],
    ['a,REVERSAL,100.00,1.50,98.00,MYR', 'line 2: gross amount less fee is not the net amount'],
    ['a,REVERSAL,,,,MYR', "line 2: '' is not an amount"],
    ['a,FEE,,,,MYR', "line 2: '' is not an amount"],
    [',SALE,100.00,1.50,98.50,MYR', 'line 2: has no reference'],
    ['a,SALE,100.00', 'line 2: has 3 cells, and the header 6'],
    [`${'a'.repeat(101)},SALE,1.00,,,MYR`, 'line 2: the reference is too long'],
    ['TOTAL123,SALE,x,,,MYR', "line 2: 'x' is not an amount"],
  ])('%s', (line, why) => {
    expect(() => read(line)).toThrow(why);
  });

  test.each([
    ['a,REFUND,-100.00,1.50,-101.50,MYR', { gross: -10_000, fee: 150 }],
    // The fee of the payment is given back.
    ['a,REFUND,-100.00,1.50,-98.50,MYR', { gross: -10_000, fee: -150 }],
    ['a,REFUND,-100.00,-1.50,-98.50,MYR', { gross: -10_000, fee: -150 }],
    ['a,REFUND,100.00,,98.50,MYR', { gross: -10_000, fee: -150 }],
    ['a,REFUND,100.00,,,MYR', { gross: -10_000, fee: 0 }],
    ['a,REVERSAL,100.00,,,MYR', { kind: 'chargeback', gross: 10_000, fee: 0 }],
    ['a,REVERSAL,100.00,1.50,98.50,MYR', { kind: 'chargeback', gross: 10_000, fee: 150 }],
    // The fee of the dispute is given back.
    ['a,REVERSAL,100.00,-25.00,125.00,MYR', { kind: 'chargeback', gross: 10_000, fee: -2_500 }],
    ['a,REVERSAL,-100.00,,-100.00,MYR', { kind: 'chargeback', gross: 10_000, fee: 0 }],
    ['a,FEE,,,-30.00,MYR', { gross: 0, fee: 3_000 }],
    ['a,FEE,30.00,,,MYR', { gross: 0, fee: 3_000 }],
    ['a,ROUNDING,,,-0.01,MYR', { kind: 'other', type: 'ROUNDING', gross: -1, fee: 0 }],
    ['a,SALE,43.10,,,sgd', { gross: 4_310, currency: 'SGD' }],
    ['a,SALE,43.10,,,rm', { gross: 4_310, currency: 'MYR' }],
  ])('%s is read', (text, expected) => {
    expect(read(text).lines).toMatchObject([expected]);
  });

  test('all of them, and none is left out in silence', () => {
    expect(() => read('a,SALE,x,,,MYR', 'b,SALE,1.00,,,MYR', 'c,SALE,y,,,MYR', 'Total,,1.00,,,')).toThrow(
      /^Nothing was compared: 2 errors\.\nline 2: .*\nline 4: /,
    );
  });

  test('a file without the named columns names them', () => {
    const text = 'id;type;gross;currency\na;SALE;1.00;MYR';
    expect(() => readSettlementFile(text, settlementProfileSchema.parse(profile))).toThrow("no column 'fee', 'net'");
  });
});

test.each([
  ['138.78', '.', 13_878],
  ['1,138.78', '.', 113_878],
  ['RM138.78', '.', 13_878],
  ['MYR 1,138.78', '.', 113_878],
  ['-138.78', '.', -13_878],
  ['-RM138.78', '.', -13_878],
  ['RM-138.78', '.', -13_878],
  ['138.78-', '.', -13_878],
  ['(138.78)', '.', -13_878],
  ['(RM1,138.78)', '.', -113_878],
  ['0.00', '.', 0],
  ['-0.00', '.', 0],
  ['1.138,78', ',', 113_878],
  ['138,78', ',', 13_878],
  ['RM 50', ',', 5_000],
] as const)('%s with the decimal mark %s is %d sen', (text, decimalMark, amount) => {
  expect(parseSettlementAmount(text, decimalMark)).toEqual({ ok: true, value: amount });
});

test.each([
  ['138,78', '.'],
  ['1.138,78', '.'],
  ['138.78', ','],
  ['1,138.78', ','],
  ['1.2345', '.'],
  ['--1.00', '.'],
  ['-1.00-', '.'],
  ['(1.00', '.'],
  ['1.00)', '.'],
  ['(-1.00)', '.'],
  ['USD1.00', '.'],
  ['1 138.78', '.'],
  ['', '.'],
] as const)('%s with the decimal mark %s is not an amount', (text, decimalMark) => {
  expect(parseSettlementAmount(text, decimalMark).ok).toBe(false);
});
