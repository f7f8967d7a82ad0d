import { pickMessages } from './pick-messages';

const messages = {
  bill: { title: 'Your bill', payOption: { current: 'Current balance', overdue: 'Overdue balance' } },
  layout: { faq: 'FAQ', optional: 'optional' },
};

test('namespaces and single messages are picked, nested as they were', () => {
  expect(pickMessages(messages, ['bill.title', 'layout'])).toEqual({
    bill: { title: 'Your bill' },
    layout: messages.layout,
  });
});

test('an exception is left out of its namespace, and nothing else with it', () => {
  const before = structuredClone(messages);
  expect(pickMessages(messages, ['bill', 'layout'], ['bill.payOption.overdue', 'layout.faq', 'home'])).toEqual({
    bill: { title: 'Your bill', payOption: { current: 'Current balance' } },
    layout: { optional: 'optional' },
  });
  expect(messages).toEqual(before);
});
