import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider, createTranslator } from 'next-intl';
import type { ReactNode } from 'react';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { AutoDebitOffer } from './auto-debit-offer';
import { AutoDebitScreen } from './auto-debit-screen';
import { PinScreen } from './pin-screen';
import type { SentPin } from './resend-pin-form';

jest.mock('@/components/ui/countdown/page-age', () => ({ pageAge: () => 0 }));

const offer: AutoDebit = {
  refid: 'abcdefghijklmnopqrstuvwxyz',
  state: 'offered',
  step: 'confirm',
  flow: 'otp',
  title: 'The title of the server',
  message: 'The message of the server',
  thankYou: 'The thanks of the server',
  maskedMobileNumber: '***4567',
  card: null,
  wasCardRefused: false,
  cardCheck: null,
  cardEntry: 'own',
  isRequested: false,
  rebate: { amount: sen(300), months: 6 },
  cardEncryptionKey: {},
  serverTime: '2026-11-21T12:00:00Z',
};
const card = { brand: 'visa', lastFour: '4242' } as const;
const sentPin: SentPin = { resendAfter: '2026-11-21T12:00:45Z', resendsLeft: 2 };

describe.each([
  ['en', en],
  ['ms', ms],
] as const)('in %s', (locale, messages) => {
  const words = messages.autoDebit;
  const t = createTranslator({ locale, messages, namespace: 'autoDebit' });
  const cardNext = t('cardNext', { brand: 'Visa', lastFour: '4242' });

  function show(children: ReactNode) {
    return render(
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Kuala_Lumpur">
        {children}
      </NextIntlClientProvider>,
    );
  }

  describe('offer', () => {
    const showOffer = (changes: Partial<AutoDebit> = {}) =>
      show(
        <AutoDebitOffer
          offer={{ ...offer, ...changes }}
          returnTo="/bankResultFPX"
          idempotencyKeys={{ enable: 'e', later: 'l' }}
          offerToken="o"
        />,
      );

    test('is a region with the backend’s title and message and the rebate', () => {
      showOffer();
      const section = screen.getByRole('region', { name: offer.title });
      expect(section.textContent).toContain(offer.message);
      expect(section.textContent).toMatch(
        /(Rebate of RM3 a month for up to 6 months|Rebat RM3 sebulan untuk tempoh sehingga 6 bulan)/,
      );
      expect(within(section).getByTestId('auto-debit-enable').textContent).toBe(words.enable);
      expect(within(section).getByTestId('auto-debit-later').textContent).toBe(words.later);
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('says the rebate once where the message names it', () => {
      showOffer({ message: messages.autoDebitOffer.message.replace(/\{months.*RM\{amount\}.*\}\}/, '. RM3 a month') });
      expect(screen.getByTestId('auto-debit-offer').textContent?.match(/RM3/g)).toHaveLength(1);
    });

    test('a message that names another amount does not hide the rebate', () => {
      showOffer({ message: 'Auto debit for bills above RM30.' });
      expect(screen.getByTestId('auto-debit-offer').textContent).toContain('RM3 ');
    });

    test('names no rebate where there is none', () => {
      showOffer({ rebate: { amount: sen(300), months: 0 } });
      expect(screen.getByRole('region', { name: offer.title }).textContent).not.toContain('Reba');
    });

    test('asks only for confirmation when auto debit was chosen with the payment', () => {
      showOffer({ isRequested: true });
      expect(screen.getByRole('region', { name: words.finishTitle }).textContent).toContain(words.finishText);
      expect(screen.getByTestId('auto-debit-enable').textContent).toBe(words.finish);
    });

    test.each([
      ['otp', ''],
      ['ulm', '_top'],
    ] as const)('for type %s is submitted to the target "%s"', (flow, target) => {
      showOffer({ flow });
      expect(screen.getByTestId('auto-debit-enable').closest('form')?.target).toBe(target);
    });
  });

  describe('PIN', () => {
    const showPin = (changes: Partial<AutoDebit>, sent: SentPin | null, form: FormState = emptyFormState) =>
      show(
        <PinScreen
          autoDebit={{ ...offer, ...changes }}
          sent={sent}
          form={form}
          idempotencyKeys={{ send: 's', verify: 'v' }}
        />,
      );

    test('is sent to the number on the account, without a field for it', () => {
      showPin({ card }, null);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(offer.title);
      expect(screen.getByText(t('sendText', { number: '***4567' }))).toBeTruthy();
      expect(screen.getByText(`${cardNext} ${words.cardText}`)).toBeTruthy();
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(screen.getByTestId('send-code')).toBeTruthy();
    });

    test('names a card that the gateway keeps, which is not charged to verify it', () => {
      showPin({ card, cardEntry: 'gateway' }, null);
      expect(screen.getByText(cardNext)).toBeTruthy();
      expect(screen.queryByText(words.cardText)).toBeNull();
    });

    test('without a number on the account shows the error once', () => {
      showPin({ maskedMobileNumber: null }, null, { ...emptyFormState, formError: messages.errors.noMobileNumber });
      expect(screen.getAllByText(messages.errors.noMobileNumber)).toHaveLength(1);
      expect(screen.queryByTestId('send-code')).toBeNull();
      expect(screen.getByRole('link', { name: messages.layout.goHome })).toHaveProperty('pathname', '/');
    });

    test('has an autofill token and a resend countdown', () => {
      showPin({}, sentPin);
      const description = `${t('pinSent', { number: '***4567' })} ${words.pinHint}`;
      expect(screen.getByRole('textbox', { name: words.pin, description })).toBeTruthy();
      expect(screen.getByLabelText(words.pin)).toMatchObject({ name: 'otp', autocomplete: 'one-time-code', value: '' });
      expect(screen.getByTestId('resend-countdown').textContent).toContain('0:45');
      expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', true);
    });

    test('that is wrong shows an error at the empty field', () => {
      showPin({}, sentPin, { ...emptyFormState, values: { otp: '123456' }, fieldErrors: { otp: words.pin } });
      expect(screen.getByLabelText(words.pin)).toMatchObject({ value: '', ariaInvalid: 'true' });
      expect(screen.getByTestId('error-summary').textContent).toContain(words.pin);
    });

    test('that is too short is listed in the focused error summary', async () => {
      showPin({}, sentPin);
      await userEvent.type(screen.getByLabelText(words.pin), '12345');
      await userEvent.click(screen.getByTestId('verify-code'));
      const summary = screen.getByTestId('error-summary');
      await waitFor(() => expect(document.activeElement).toBe(summary));
      expect(summary.textContent).toContain(messages.validation.otp);
    });

    test.each([
      ['send-code', null],
      ['resend-code', { ...sentPin, resendAfter: offer.serverTime }],
    ])('is requested by script with %s, and its refusal is shown', async (button, sent) => {
      const refusal = { fieldErrors: {}, formError: messages.errors.autoDebitLater };
      const fetchMock = jest.fn().mockResolvedValue({ status: 429, text: async () => JSON.stringify(refusal) });
      globalThis.fetch = fetchMock;
      showPin({}, sent);
      await userEvent.click(screen.getByTestId(button));
      await waitFor(() => expect(screen.getAllByText(messages.errors.autoDebitLater)).toHaveLength(1));
      const [action, { body }] = fetchMock.mock.calls[0];
      expect([action, String(body)]).toEqual(['/api/auto-debit/enable', `refid=${offer.refid}&idempotencyKey=s`]);
    });

    test('has no resend button when no PIN is left', () => {
      showPin({}, { ...sentPin, resendsLeft: 0 });
      expect(screen.queryByTestId('resend-code')).toBeNull();
    });
  });

  describe('registration', () => {
    const showScreen = (
      changes: Partial<AutoDebit> | null,
      more: { authorizeUrl?: string; formError?: string; canContinue?: boolean; isKiosk?: boolean } = {},
    ) =>
      show(
        <AutoDebitScreen
          autoDebit={changes && { ...offer, ...changes }}
          form={{ ...emptyFormState, formError: more.formError ?? null }}
          idempotencyKey="key"
          authorizeUrl={more.authorizeUrl ?? null}
          canContinue={more.canContinue ?? false}
          isKiosk={more.isKiosk ?? false}
        />,
      );
    const title = () => screen.getByRole('heading', { level: 1 }).textContent;

    test.each([
      ['without a payment', null],
      ['that is not offered', { state: 'not-offered' }],
      ['of an unknown type', { flow: null }],
    ] as const)('%s links to home', (_name, changes) => {
      showScreen(changes);
      expect(title()).toBe(words.notOfferedTitle);
      expect(screen.getByRole('link', { name: messages.layout.goHome })).toHaveProperty('pathname', '/');
    });

    test.each([null, { state: 'registered' }] as const)('at a kiosk has no link to home', (changes) => {
      showScreen(changes, { isKiosk: true });
      expect(screen.queryByRole('link')).toBeNull();
    });

    test('by account linking starts with a post to the top window', () => {
      showScreen({ flow: 'ulm' });
      const form = screen.getByTestId('auto-debit-enable').closest('form');
      expect(form).toMatchObject({ method: 'post', target: '_top' });
      expect(screen.queryByText(messages.errors.enablePopups)).toBeNull();
    });

    test('by account linking links to the service once started', () => {
      showScreen({ flow: 'ulm' }, { authorizeUrl: 'https://link.example/authorize?state=s' });
      expect(screen.getByTestId('continue')).toHaveProperty('href', 'https://link.example/authorize?state=s');
    });

    test('shows the form error', () => {
      showScreen({ flow: 'ulm' }, { formError: words.linkDenied });
      expect(screen.getByTestId('error-summary').textContent).toContain(words.linkDenied);
    });

    test('asks for a card after confirmation', () => {
      showScreen({ step: 'card' });
      expect(title()).toBe(words.cardTitle);
      expect(screen.getByText(words.cardText)).toBeTruthy();
      expect(screen.getByTestId('auto-debit-card')).toBeTruthy();
    });

    test('links back to a pending 3-D Secure check or takes another card', () => {
      showScreen({ step: 'card-check' }, { canContinue: true });
      expect(screen.getByRole('link', { name: words.issuerContinue })).toHaveProperty(
        'search',
        `?refid=${offer.refid}`,
      );
      expect(screen.getByTestId('auto-debit-card')).toBeTruthy();
    });

    test('row 43: leads only the visit that has begun a 3-D Secure check to it; another one can take another card', () => {
      showScreen({ step: 'card-check' }, { canContinue: false });
      expect(screen.queryByRole('link', { name: words.issuerContinue })).toBeNull();
      expect(screen.getByTestId('auto-debit-card')).toBeTruthy();
    });

    test('when registered shows the backend’s thank-you message and the card', () => {
      showScreen({ state: 'registered', card });
      expect(title()).toBe(words.registeredTitle);
      expect(screen.getByRole('status').textContent).toBe(offer.thankYou);
      expect(screen.getByText(t('registeredCard', { brand: 'Visa', lastFour: '4242' }))).toBeTruthy();
      expect(screen.getByText(words.registeredReversed)).toBeTruthy();
    });

    test('has no card fields where the card is entered at the gateway, and a button that leads there', () => {
      showScreen({ step: 'card', cardEntry: 'gateway' });
      expect(screen.getByText(words.cardAtGatewayText)).toBeTruthy();
      expect(screen.queryByRole('textbox')).toBeNull();
      const button = screen.getByTestId('auto-debit-card');
      expect(button.textContent).toContain(words.cardAtGatewaySubmit);
      expect(button.closest('form')).toHaveProperty('method', 'post');
    });

    test('when registered with a card that the gateway keeps does not speak of RM1', () => {
      showScreen({ state: 'registered', card, cardEntry: 'gateway' });
      expect(screen.getByText(t('registeredCard', { brand: 'Visa', lastFour: '4242' }))).toBeTruthy();
      expect(screen.queryByText(words.registeredReversed)).toBeNull();
    });

    test('when registered after another payment shows no card', () => {
      showScreen({ state: 'registered' });
      expect(screen.queryByText(words.registeredReversed)).toBeNull();
    });
  });
});
