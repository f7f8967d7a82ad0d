import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettlementAmount } from './amounts';
import { settlementProfileSchema, type SettlementProfileInput } from './profile';
import { settlementProfiles } from './profiles';
import { readSettlementFile } from './settlement-file';

const exampleFolder = join(__dirname, '../../examples/settlement-files');

function readExample(name: string, profile: unknown = settlementProfiles[name]) {
  const text = readFileSync(join(exampleFolder, `${name}.csv`), 'utf8');
  return readSettlementFile(text, settlementProfileSchema.parse(profile));
}

const nothing = { refunds: [], chargebacks: [], fees: [], others: [], ignored: 0 };

describe('the example file of', () => {
  test('fpx: two rails, after lines that are no header', () => {
    expect(readExample('fpx')).toEqual({
      ...nothing,
      payments: [
        { line: 5, gateway: 'fpx', reference: '2611300915000101', amount: 13_878, fee: 0 },
        { line: 6, gateway: 'fpxCorporate', reference: '2611301002000102', amount: 1_250_000, fee: 0 },
      ],
      refunds: [{ line: 7, gateway: 'fpx', reference: '2611301130000103', amount: 8_810 }],
      ignored: 1,
    });
  });

  test('the acquirer: net amounts, and lines of every kind', () => {
    expect(readExample('acquirer')).toEqual({
      payments: [
        { line: 2, gateway: 'acquirer', reference: 'T-100001', amount: 13_878, fee: 208 },
        { line: 3, gateway: 'acquirer', reference: 'T-100002', amount: 100_000, fee: 1_500 },
      ],
      refunds: [{ line: 4, gateway: 'acquirer', reference: 'T-100003', amount: 5_000 }],
      chargebacks: [{ line: 5, gateway: 'acquirer', reference: 'T-090017', amount: 13_878 }],
      fees: [{ line: 6, gateway: 'acquirer', reference: '', amount: 3_000 }],
      others: [{ line: 7, gateway: 'acquirer', reference: 'T-100004', amount: 100, type: 'Adjustment' }],
      ignored: 2,
    });
  });

  test('eGHL: our numbers, two rails, RM and parentheses', () => {
    expect(readExample('eghl')).toEqual({
      ...nothing,
      payments: [
        { line: 2, gateway: 'eghl', reference: 'n4u1k2c7w9d3x5b8q0zt', amount: 13_878, fee: 139 },
        { line: 3, gateway: 'm2u', reference: 'm7t3r8a1f6y2h9k4e5vp', amount: 113_878, fee: 50 },
      ],
      refunds: [{ line: 4, gateway: 'eghl', reference: 'c2x8p5j1s9g4b7n3w6qd', amount: 5_000 }],
      ignored: 1,
    });
  });

  test('counters', () => {
    expect(readExample('counter')).toMatchObject({
      payments: [
        { reference: 'C-555001', amount: 13_878 },
        { reference: 'C-555002', amount: 2_000 },
      ],
      ignored: 1,
    });
  });

  test('DuitNow: a column for the sign, and a trailer of another length', () => {
    expect(readExample('duitnow')).toEqual({
      ...nothing,
      payments: [{ line: 2, gateway: 'duitnow', reference: '20261130PYNB0001', amount: 13_878, fee: 0 }],
      refunds: [{ line: 3, gateway: 'duitnow', reference: '20261130PYNB0002', amount: 2_000 }],
      ignored: 1,
    });
  });

  test('an operator’s own profile: decimal commas', () => {
    const profile: unknown = JSON.parse(readFileSync(join(exampleFolder, 'own-profile.json'), 'utf8'));
    expect(readExample('own', profile)).toEqual({
      ...nothing,
      payments: [
        { line: 2, gateway: 'acquirer', reference: 'T-100001', amount: 113_878, fee: 1_139 },
        { line: 3, gateway: 'fpx', reference: '2611300915000101', amount: 13_878, fee: 100 },
      ],
      refunds: [{ line: 4, gateway: 'acquirer', reference: 'T-100003', amount: 5_000 }],
      fees: [{ line: 5, gateway: null, reference: '', amount: 3_000 }],
      ignored: 1,
    });
  });
});

test('every profile of the table has an example file', () => {
  for (const name of Object.keys(settlementProfiles)) expect(readExample(name).payments).not.toEqual([]);
});

describe('a line that cannot be read is listed with its number', () => {
  const profile = {
    gateway: 'acquirer',
    reference: { column: 'id' },
    amount: { gross: 'gross', fee: 'fee', net: 'net' },
    kind: { column: 'type', values: { SALE: 'payment' } },
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
    ['a,SALE,100.00,1.50,98.50,SGD', "line 2: the currency is 'SGD', not MYR"],
    [',SALE,100.00,1.50,98.50,MYR', 'line 2: has no reference'],
    ['a,SALE,100.00', 'line 2: has 3 cells, and the header 6'],
    [`${'a'.repeat(101)},SALE,1.00,,,MYR`, 'line 2: the reference is too long'],
    ['TOTAL123,SALE,x,,,MYR', "line 2: 'x' is not an amount"],
  ])('%s', (line, why) => {
    expect(() => read(line)).toThrow(why);
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
