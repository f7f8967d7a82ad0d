import { readFileSync } from 'node:fs';
import { listMainBanks } from './main-banks';

const bank = (id: string) => ({ id, name: id, isOnline: true });
const others = Array.from({ length: 7 }, (_, index) => bank(`OTHER${index}`));

test('the main banks of a list keep their order, whatever that of the list', () => {
  const banks = [...others, bank('RHB0218'), bank('MB2U0227'), bank('PBB0234')];
  expect(listMainBanks('personal', banks).map(({ id }) => id)).toEqual(['MB2U0227', 'RHB0218']);
  expect(listMainBanks('corporate', banks).map(({ id }) => id)).toEqual(['PBB0234', 'RHB0218']);
});

test('a short list has none, nor has one without these banks', () => {
  expect(listMainBanks('personal', ['MB2U0227', 'RHB0218', 'A', 'B', 'C', 'D'].map(bank))).toEqual([]);
  expect(listMainBanks('personal', others)).toEqual([]);
});

test('each mark is in the sprite', () => {
  const sprite = readFileSync('public/logos.svg', 'utf8');
  for (const mark of ['mbb', 'cimb', 'pbb', 'rhb', 'hlb', 'bimb', 'amb']) expect(sprite).toContain(`id="${mark}"`);
});
