import { sen } from '@/lib/domain/money';
import { localeCodes } from '@/lib/domain/locales';
import { chooseAutoDebitTexts, mergeAutoDebitTexts } from './auto-debit-texts';

const rebate = { amount: sen(300), months: 6 };

test.each([
  ['no texts', {}, 'Never miss a bill', 'Jangan terlepas bayar bil lagi'],
  ['words in both languages', { en: { title: 'Ours' }, ms: { title: 'Kami' } }, 'Ours', 'Kami'],
  ['texts in English only', { en: { title: 'Ours' } }, 'Ours', 'Ours'],
  ['empty words in Malay', { en: { title: 'Ours' }, ms: { title: '' } }, 'Ours', 'Ours'],
  ['texts in Malay only', { ms: { title: 'Kami' } }, 'Never miss a bill', 'Kami'],
  ['empty words', { en: { title: '' }, ms: { title: '' } }, 'Never miss a bill', 'Jangan terlepas bayar bil lagi'],
])('a partner with %s', (_name, own, english, malay) => {
  expect(chooseAutoDebitTexts(own, 'en', rebate).title).toBe(english);
  expect(chooseAutoDebitTexts(own, 'ms', rebate).title).toBe(malay);
});

test('languages without words of the partner have its English ones, else those of the catalogue', () => {
  const own = { en: { title: 'Ours' }, ms: { title: 'Kami' }, ta: { title: 'எங்கள்' } };
  expect(chooseAutoDebitTexts(own, 'zh-Hans', rebate)).toMatchObject({
    title: 'Ours',
    thankYou: '谢谢。您的户口已设定自动扣账。',
  });
  expect(chooseAutoDebitTexts(own, 'ta', rebate).title).toBe('எங்கள்');
  expect(chooseAutoDebitTexts({ ms: { title: 'Kami' } }, 'zh-Hans', rebate).title).toBe('不再错过账单');
});

test.each(localeCodes)('the words of the catalogue in %s name the rebate, if there is one', (language) => {
  const messageWith = (amount: number, months: number) =>
    chooseAutoDebitTexts({}, language, { amount: sen(amount), months }).message;
  expect(messageWith(550, 12)).toMatch(/RM5\.50.*12|12.*RM5\.50/);
  for (const none of [messageWith(0, 12), messageWith(550, 0)]) expect(none).not.toMatch(/RM|\d/);
});

test('what is not named of the words stays as it is', () => {
  const known = { en: { title: 'Ours', message: 'Pay so' }, ms: { title: 'Kami' } };
  expect(mergeAutoDebitTexts(known, { en: { title: 'New' }, ms: { thankYou: 'Terima kasih' } })).toEqual({
    en: { title: 'New', message: 'Pay so' },
    ms: { title: 'Kami', thankYou: 'Terima kasih' },
  });
});
