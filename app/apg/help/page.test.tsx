import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { helpQuestionOf } from '@/components/result/message/help-question';
import { outcomes } from '@/lib/domain/payment/outcomes';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { questions } from '@/lib/domain/faq-questions';
import { helpPath } from '@/lib/routes';
import en from '@/messages/en.json';
import { QuestionList } from '@/components/help/question-list';

function show(opened: string | null) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <QuestionList opened={opened} />
    </NextIntlClientProvider>,
  ).container;
}

test('every question has one anchor, at its answer', () => {
  const page = show(null);
  expect([...page.querySelectorAll('details [id]')].map(({ id }) => id)).toEqual(questions);
  expect(Object.keys(en.help.questions)).toEqual(questions);
  expect(page.querySelectorAll('details[open]')).toHaveLength(0);
});

test('every link to an answer finds it, and open', () => {
  const asked = outcomes.flatMap((outcome) =>
    [null, ...paymentMethods].map((method) => helpQuestionOf({ outcome, method })),
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
