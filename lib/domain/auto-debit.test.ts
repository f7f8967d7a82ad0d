import { resolveAutoDebitTexts, type AutoDebitTexts } from './auto-debit';

const textsOf = (source: string): AutoDebitTexts => ({
  title: `${source} title`,
  message: `${source} message`,
  thankYou: `${source} thanks`,
});
const [result, partner, offer] = [textsOf('result'), textsOf('partner'), textsOf('offer')];

test.each([
  ['the result, the partner and the offer', { result, partner, offer }, result],
  ['the partner and the offer', { result: null, partner, offer }, partner],
  ['the result and the offer', { result, partner: null, offer }, result],
  ['only the offer', { result: null, partner: null, offer }, offer],
])('with texts of %s the first of them wins', (_name, sources, expected) => {
  expect(resolveAutoDebitTexts(sources)).toEqual(expected);
});

test('an empty or blank text is taken from the next source', () => {
  expect(
    resolveAutoDebitTexts({
      result: { title: 'result title', message: '', thankYou: ' ' },
      partner: { title: 'partner title', message: 'partner message', thankYou: '' },
      offer,
    }),
  ).toEqual({ title: 'result title', message: 'partner message', thankYou: 'offer thanks' });
});
