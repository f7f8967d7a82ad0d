import { paymentMethods } from '../../lib/domain/methods/payment-methods';
import { listBankButtons } from '../../sandbox/scenarios/bank-buttons';
import { cardScenarios } from '../../sandbox/scenarios/cards';
import { methodScenarios } from '../../sandbox/scenarios/payment-methods';
import {
  listCasePairs,
  listPairwiseCases,
  listPossibleCases,
  listFullMatrix,
  nameCase,
  type MatrixCase,
} from './cases';
import { paymentVariants } from './payment-variants';

const pairsOf = (cases: readonly MatrixCase[]) => new Set(cases.flatMap(listCasePairs));
const namesOf = (cases: readonly MatrixCase[]) => cases.map(nameCase).sort();

test('the pairwise cases cover every possible pair and contain only possible cases', () => {
  expect([...pairsOf(listPairwiseCases())].sort()).toEqual([...pairsOf(listPossibleCases())].sort());
  expect(namesOf(listPossibleCases())).toEqual(expect.arrayContaining(namesOf(listPairwiseCases())));
});

test('the pairwise cases contain every method with each of its actions', () => {
  const methodActions = (cases: readonly MatrixCase[]) =>
    new Set(cases.map(({ variant, action }) => `${variant.method} ${action}`));
  expect(methodActions(listPairwiseCases())).toEqual(methodActions(listPossibleCases()));
});

test('the pairwise cases are less than half of the full matrix', () => {
  expect(listPairwiseCases().length).toBeLessThan(listFullMatrix().length / 2);
});

test('saved cards are used only by partners’ orders', () => {
  const saved = listFullMatrix().filter(({ variant }) => variant.method === 'savedCard');
  expect(new Set(saved.map(({ entry }) => entry))).toEqual(new Set(['order', 'kiosk']));
});

test('the full matrix has every variant with every action, with and without scripts', () => {
  const coreOf = ({ variant, action, scripts }: MatrixCase) =>
    [variant.method, variant.choice, variant.months, action, scripts].join();
  const matrix = listFullMatrix();
  expect(new Set(matrix.map(coreOf))).toEqual(new Set(listPossibleCases().map(coreOf)));
  expect(new Set(namesOf(matrix)).size).toBe(matrix.length);
  expect(namesOf(matrix)).toEqual(expect.arrayContaining(namesOf(listPairwiseCases())));
});

test('every method, choice and button of the sandbox is covered', () => {
  expect(new Set(paymentVariants.map(({ method }) => method))).toEqual(new Set(paymentMethods));
  for (const { method, choice } of methodScenarios.filter(({ choice }) => choice !== null)) {
    const chosen = paymentVariants.filter((variant) => variant.method === method).map(({ choice }) => choice);
    expect(new Set(chosen)).toEqual(new Set(choice?.values));
  }
  const cards = paymentVariants
    .filter(({ method }) => method === 'newCard')
    .map(({ choice }) => choice.replaceAll(' ', ''));
  expect(cards.sort()).toEqual(cardScenarios.map(({ number }) => String(number)).sort());
  for (const variant of paymentVariants.filter(({ decision }) => decision === 'bank')) {
    const labels = listBankButtons(variant.method === 'fpxCorporate').map(({ label }) => label);
    expect(Object.keys(variant.expectedResults).sort()).toEqual(labels.sort());
  }
});
