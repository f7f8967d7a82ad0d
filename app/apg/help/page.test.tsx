import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { helpQuestionOf } from '@/components/result/message/help-question';
import { outcomes } from '@/lib/domain/payment/outcomes';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { describeRebate } from '@/lib/domain/auto-debit';
import { sen } from '@/lib/domain/money';
import { questions } from '@/lib/domain/faq-questions';
import { helpPath } from '@/lib/routes';
import en from '@/messages/en.json';
import { QuestionList } from '@/components/help/question-list';

function show(opened: string | null, rebate = describeRebate({ amount: sen(300), months: 6 })) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <QuestionList opened={opened} values={{ ...rebate, origin: 'https://ebill.example' }} />
    </NextIntlClientProvider>,
  ).container;
}

test('every question has one anchor, at its answer', () => {
  const page = show(null);
  expect([...page.querySelectorAll('details [id]')].map(({ id }) => id)).toEqual(questions);
  expect(Object.keys(en.help.questions)).toEqual(questions);
  expect(page.querySelectorAll('details[open]')).toHaveLength(0);
});

test('the answer on the right site names its address', () => {
  expect(show('realSite').querySelector('details[open]')?.textContent).toContain(
    'it begins with https://ebill.example/.',
  );
});

test('the answer on auto debit names the rebate of the configuration, or none', () => {
  const answerWith = (rebate: Parameters<typeof describeRebate>[0]) =>
    show('autoDebitWhat', describeRebate(rebate)).querySelector('details[open]')?.textContent;
  expect(answerWith({ amount: sen(500), months: 12 })).toContain(
    'There is a rebate of RM5 per month for up to 12 months.',
  );
  expect(answerWith({ amount: sen(500), months: 1 })).toContain('There is a rebate of RM5 for one month.');
  for (const none of [null, { amount: sen(0), months: 6 }, { amount: sen(300), months: 0 }])
    expect(answerWith(none)).not.toContain('rebate');
});

test('every link to an answer finds it, and open', () => {
  const asked = outcomes.flatMap((outcome) =>
    [null, ...paymentMethods].map((method) => helpQuestionOf({ outcome, method, unappliedPayments: [] })),
  );
  const linked = [...new Set(asked)].filter((question) => question !== null);
  expect(linked).toEqual(expect.arrayContaining(['declined', 'fpxFailed', 'pending', 'twice', 'timer', 'corporate']));
  for (const question of linked) {
    const { hash, searchParams } = new URL(helpPath(question), 'http://localhost');
    const page = show(searchParams.get('answer'));
    expect(page.querySelector(hash)?.closest('details')?.open).toBe(true);
    expect(page.querySelectorAll('details[open]')).toHaveLength(1);
  }
});
