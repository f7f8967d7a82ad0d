import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { untouchedForm, type FormState } from '@/components/ui/form-state';
import { fillIn } from '@/lib/i18n/fill-in';
import type { PaymentPage } from '@/lib/domain/payment';
import { paymentMethods } from '@/lib/domain/payment-methods';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { MethodChoice } from './method-choice';
import { barePage, savedVisa } from './payment-page.fixture';

/** Specification, section 8: a downtime notice for each method and for what is chosen within it, with its times, in both languages. */
const page: PaymentPage = {
  ...barePage,
  methods: paymentMethods,
  savedCards: [savedVisa],
  instalmentPlans: [
    { bank: 'MBB', bankName: 'Maybank', months: [6], minimum: barePage.total },
    { bank: 'CIMB', bankName: 'CIMB Bank', months: [6], minimum: barePage.total },
  ],
  personalBanks: [{ id: 'MB2U0227', name: 'Maybank2U', isOnline: true }],
  corporateBanks: [{ id: 'MBB0228', name: 'Maybank2E', isOnline: true }],
  wallets: ['boost', 'touchngo'],
  carriers: ['carrier-a', 'carrier-b'],
};

const languages = {
  en: { messages: en, from: '21 Nov 2026, 9:00 pm MYT', until: '21 Nov 2026, 11:30 pm MYT' },
  ms: { messages: ms, from: '21 Nov 2026, 9:00 PTG MYT', until: '21 Nov 2026, 11:30 PTG MYT' },
} as const;
type Language = keyof typeof languages;

const before = '2026-11-21T11:00:00Z';
const ahead = '2026-11-21T13:00:00Z';
const until = '2026-11-21T15:30:00Z';

function show(language: Language, changes: Partial<PaymentPage>, form: FormState = untouchedForm) {
  const { messages } = languages[language];
  render(
    <NextIntlClientProvider locale={language} messages={messages} timeZone="Asia/Kuala_Lumpur">
      <MethodChoice page={{ ...page, ...changes }} form={form} />
    </NextIntlClientProvider>,
  );
}

const notice = () => screen.getByTestId('downtime-notice').textContent;
const radio = (value: string) => document.querySelector<HTMLInputElement>(`input[value="${value}"]`);

/** What is chosen within a method, and the name that its notice says. */
const named = [
  ['CIMB', () => 'CIMB Bank'],
  ['MB2U0227', () => 'Maybank2U'],
  ['MBB0228', () => 'Maybank2E'],
  ['boost', (language: Language) => languages[language].messages.wallets.boost],
  ['touchngo', (language: Language) => languages[language].messages.wallets.touchngo],
  ['carrier-a', (language: Language) => languages[language].messages.carriers.carrierA],
] as const;

describe.each(['en', 'ms'] as const)('in %s', (language) => {
  const { messages, ...times } = languages[language];

  test.each(paymentMethods)('%s that is down says until when, and cannot be chosen', (method) => {
    show(language, { downtimes: [{ target: method, from: before, until }] });
    expect(notice()).toBe(fillIn(messages.downtime.now[method], times));
    expect(radio(method)?.disabled).toBe(true);
  });

  test.each(paymentMethods)('%s that will be down says from when until when, and can be chosen', (method) => {
    show(language, { downtimes: [{ target: method, from: ahead, until }] });
    expect(notice()).toBe(fillIn(messages.downtime.planned[method], times));
    expect(radio(method)?.disabled).toBe(false);
  });

  test.each(named)('%s that is down, or will be', (target, nameIn) => {
    const words = { ...times, name: nameIn(language) };
    show(language, { downtimes: [{ target, from: before, until }] });
    expect(notice()).toBe(fillIn(messages.downtime.now.named, words));
    document.body.replaceChildren();
    show(language, { downtimes: [{ target, from: ahead, until }] });
    expect(notice()).toBe(fillIn(messages.downtime.planned.named, words));
  });
});

test('a choice that was sent and met an outage stays taken, and can be sent again when that has ended', () => {
  const values = { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
  show(
    'en',
    {
      downtimes: [
        { target: 'boost', from: before, until },
        { target: 'touchngo', from: before, until },
        { target: 'm2u', from: before, until },
      ],
    },
    { ...untouchedForm, values },
  );
  expect(radio('wallet')).toMatchObject({ checked: true, disabled: false });
  expect(radio('boost')).toMatchObject({ checked: true, disabled: false });
  expect([radio('touchngo')?.disabled, radio('m2u')?.disabled]).toEqual([true, true]);
  expect(radio('fpx')?.disabled).toBe(false);
});

test.each([
  ['a method', { selectedPaymentMethod: 'fpx' }, 'fpx', 'input[value="fpx"]'],
  ['a bank', { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' }, 'MB2U0227', 'option[value="MB2U0227"]'],
])('%s that was sent and is down now is still the choice', (_name, values, target, selector) => {
  show('en', { downtimes: [{ target, from: before, until }] }, { ...untouchedForm, values });
  const chosen = document.querySelector<HTMLInputElement & HTMLOptionElement>(selector);
  expect(chosen?.disabled).toBe(false);
  expect(chosen?.checked ?? chosen?.selected).toBe(true);
});
