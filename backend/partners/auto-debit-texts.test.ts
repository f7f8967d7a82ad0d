import { chooseAutoDebitTexts, mergeAutoDebitTexts } from './auto-debit-texts';

test.each([
  ['no texts', {}, 'Never miss a bill', 'Jangan terlepas bayar bil lagi'],
  ['words in both languages', { en: { title: 'Ours' }, ms: { title: 'Kami' } }, 'Ours', 'Kami'],
  ['texts in English only', { en: { title: 'Ours' } }, 'Ours', 'Ours'],
  ['empty words in Malay', { en: { title: 'Ours' }, ms: { title: '' } }, 'Ours', 'Ours'],
  ['texts in Malay only', { ms: { title: 'Kami' } }, 'Never miss a bill', 'Kami'],
  ['empty words', { en: { title: '' }, ms: { title: '' } }, 'Never miss a bill', 'Jangan terlepas bayar bil lagi'],
])('a partner with %s', (_name, own, english, malay) => {
  expect(chooseAutoDebitTexts(own, 'en').title).toBe(english);
  expect(chooseAutoDebitTexts(own, 'ms').title).toBe(malay);
});

test('languages without words of the partner have its English ones, else those of the catalogue', () => {
  const own = { en: { title: 'Ours' }, ms: { title: 'Kami' }, ta: { title: 'எங்கள்' } };
  expect(chooseAutoDebitTexts(own, 'zh-Hans')).toMatchObject({
    title: 'Ours',
    thankYou: '谢谢。您的户口已设定自动扣账。',
  });
  expect(chooseAutoDebitTexts(own, 'ta').title).toBe('எங்கள்');
  expect(chooseAutoDebitTexts({ ms: { title: 'Kami' } }, 'zh-Hans').title).toBe('不再错过账单');
});

test('what is not named of the words stays as it is', () => {
  const known = { en: { title: 'Ours', message: 'Pay so' }, ms: { title: 'Kami' } };
  expect(mergeAutoDebitTexts(known, { en: { title: 'New' }, ms: { thankYou: 'Terima kasih' } })).toEqual({
    en: { title: 'New', message: 'Pay so' },
    ms: { title: 'Kami', thankYou: 'Terima kasih' },
  });
});
