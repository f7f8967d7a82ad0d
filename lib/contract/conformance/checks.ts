import { defaultLocale, localeCodes } from '@/lib/domain/locales';
import { extensionMs } from '@/lib/domain/payment/time-extension';
import { outcomeTable } from '@/lib/domain/payment/outcomes';
import type { ResponseOf } from '../call';
import { callNames, calls } from '../calls';
import type { paymentInit } from '../payment';
import type { Check } from './check';
import { orderChecks } from './order-checks';
import { assertConforms, type Probe } from './probe';

/** The texts of a partner that the payer sees. */
const autoDebitTexts = ['autoDebitPopupTitle', 'autoDebitPopupMessage', 'autoDebitThankYouMessage'] as const;

const conformanceEmail = 'conformance@ebill.example';

/** A well-formed reference without a payment. */
const unknownReference = 'a'.repeat(26);

async function getBill(probe: Probe) {
  return probe.succeed(calls['bill.get'], { accountNumber: probe.data.payableAccount });
}

/** Creates a payment of one ringgit. */
async function createPayment(probe: Probe): Promise<string> {
  const { transactionRefId } = await probe.succeed(calls['transaction.create'], makeTransaction(probe));
  return transactionRefId;
}

function makeTransaction(probe: Probe, amount = 100) {
  return { accountNumber: probe.data.payableAccount, payOption: 'other' as const, amount };
}

function fpxChoice(probe: Probe, refid: string, shownAmount = 100) {
  return {
    refid,
    shownAmount,
    paymentRequest: {
      selectedPaymentMethod: 'fpx' as const,
      fpxBankID: probe.data.personalBank,
      userEmailAddress: conformanceEmail,
    },
  };
}

/** Describes a gateway request independently of the order of its fields. */
function describeRequest(nextAction: ResponseOf<typeof paymentInit>['onward']): string {
  if (nextAction?.kind !== 'redirect') return '';
  return JSON.stringify([nextAction.url, nextAction.method, Object.entries(nextAction.fields).toSorted()]);
}

/** A valid request for every call that names a payment, for a payment that does not exist. */
const unknownPaymentRequests = {
  'payment.page': { refid: unknownReference },
  'payment.customer': { refid: unknownReference },
  'payment.init': {
    refid: unknownReference,
    shownAmount: 100,
    paymentRequest: { selectedPaymentMethod: 'm2u', userEmailAddress: 'conformance@ebill.example' },
  },
  'payment.return': { route: '/bankResultFPX', fields: { fpx_sellerOrderNo: 'unknown' } },
  'payment.result': { refid: unknownReference },
  'payment.cancel': { refid: unknownReference },
  'payment.company': { refid: unknownReference, visitId: 'v'.repeat(22), companyName: null },
  'payment.extend': { refid: unknownReference, extensionsLeft: 1 },
  'continuation.create': { refid: unknownReference },
  'payment.processed': { refid: unknownReference },
  'payment.blacklisted': { refid: unknownReference },
  'card.list': { refid: unknownReference, deviceToken: 'd'.repeat(43) },
  'card.delete': { refid: unknownReference, uniqueCardId: 'unknown' },
  'dcb.sendTac': { refid: unknownReference, mobileNumber: '60121234567' },
  'dcb.verifyTac': { refid: unknownReference, tac: '123456' },
  'dcb.cancel': { refid: unknownReference },
  'autodebit.info': { refid: unknownReference },
  'autodebit.sendOtp': { refid: unknownReference },
  'autodebit.verifyOtp': { refid: unknownReference, otp: '123456' },
  'autodebit.link': {
    refid: unknownReference,
    code: 'unknown',
    codeVerifier: 'v'.repeat(43),
    redirectUri: 'https://ebill.example/ulm/autodebit/register',
  },
  'autodebit.card': { refid: unknownReference, cardDetails: 'e30.a.b.c.d' },
  'autodebit.remind': { refid: unknownReference },
} as const;

/** For each call with parameters, a request that violates its schema. */
const invalidRequest = {
  refid: '../../etc/passwd',
  accountNumber: '12345',
  partnerKey: 'no such key',
  code: 5,
  token: 'no such token',
  paymentRequest: 'none',
};

const callsWithoutParameters = new Set(['config.get']);

const invalidRequestChecks = callNames
  .filter((name) => !callsWithoutParameters.has(name))
  .map((name): Check => ({
    id: `${name}/broken-request`,
    description: `${name} refuses a request that breaks its schema with invalid-request`,
    async run(probe) {
      await probe.refuse(calls[name], invalidRequest, 'invalid-request');
    },
  }));

const unknownPaymentChecks = Object.entries(unknownPaymentRequests).map(([name, request]): Check => ({
  id: `${name}/unknown-payment`,
  description: `${name} answers unknown-payment for a reference that names nothing`,
  async run(probe) {
    const known = callNames.find((candidate) => candidate === name);
    assertConforms(known !== undefined, `no such call: ${name}`);
    const answer = await probe.send(calls[known], request);
    assertConforms(answer.status === 404, `${name}: expected 404, got ${answer.status}`);
    assertConforms(
      JSON.stringify(answer.body)?.includes('"unknown-payment"'),
      `${name}: expected unknown-payment, got ${JSON.stringify(answer.body)}`,
    );
  },
}));

export const checks: readonly Check[] = [
  {
    id: 'config.get/answers',
    description: 'config.get gives the common config',
    async run(probe) {
      await probe.succeed(calls['config.get'], {});
    },
  },
  {
    id: 'theme.get/answers',
    description: 'theme.get returns the theme of a known partner',
    async run(probe) {
      const theme = await probe.succeed(calls['theme.get'], { partnerKey: probe.data.partnerKey });
      assertConforms(theme.partnerKey === probe.data.partnerKey, `theme.get: theme of ${theme.partnerKey}`);
    },
  },
  {
    id: 'theme.get/unknown-partner',
    description: 'theme.get refuses a partner it does not know',
    async run(probe) {
      await probe.refuse(calls['theme.get'], { partnerKey: 'NO-SUCH-PARTNER' }, 'unknown-partner');
    },
  },
  {
    id: 'partner.get/answers',
    description: 'partner.get returns the settings of a known partner',
    async run(probe) {
      const partner = await probe.succeed(calls['partner.get'], { partnerKey: probe.data.partnerKey });
      assertConforms(partner.providerKeys.length > 0, 'partner.get: no payment method is offered');
    },
  },
  {
    id: 'partner.get/languages',
    description: 'partner.get returns its texts in each language, in English where none is named',
    async run(probe) {
      const { partnerKey } = probe.data;
      const unnamed = await probe.succeed(calls['partner.get'], { partnerKey });
      const english = await probe.succeed(calls['partner.get'], { partnerKey, language: defaultLocale });
      for (const name of autoDebitTexts) {
        assertConforms(
          unnamed[name] === english[name],
          `partner.get: ${name} is not English where no language is named`,
        );
      }
      for (const language of localeCodes) {
        const partner = await probe.succeed(calls['partner.get'], { partnerKey, language });
        for (const name of autoDebitTexts) {
          assertConforms(
            partner[name] !== '' || english[name] === '',
            `partner.get: ${name} is missing in ${language}`,
          );
        }
      }
    },
  },
  {
    id: 'partner.get/unknown-language',
    description: 'partner.get refuses a language that the pages do not have',
    async run(probe) {
      const { partnerKey } = probe.data;
      await probe.refuse(calls['partner.get'], { partnerKey, language: 'fr' }, 'invalid-request');
    },
  },
  {
    id: 'partner.get/unknown-partner',
    description: 'partner.get refuses a partner it does not know',
    async run(probe) {
      await probe.refuse(calls['partner.get'], { partnerKey: 'NO-SUCH-PARTNER' }, 'unknown-partner');
    },
  },
  ...orderChecks,
  {
    id: 'bill.get/answers',
    description: 'bill.get gives the bill of the account asked for',
    async run(probe) {
      const bill = await getBill(probe);
      assertConforms(bill.accountNumber === probe.data.payableAccount, `bill.get: the bill of ${bill.accountNumber}`);
    },
  },
  {
    id: 'bill.get/unknown-account',
    description: 'bill.get refuses ten digits that are no account',
    async run(probe) {
      await probe.refuse(calls['bill.get'], { accountNumber: probe.data.unknownAccount }, 'unknown-account');
    },
  },
  {
    id: 'transaction.create/no-key',
    description: 'a write without an Idempotency-Key is refused',
    async run(probe) {
      await probe.refuse(calls['transaction.create'], makeTransaction(probe), 'idempotency-key-missing', { key: null });
    },
  },
  {
    id: 'transaction.create/same-key',
    description: 'the same key and body give the first answer again',
    async run(probe) {
      const key = probe.newKey();
      const first = await probe.succeed(calls['transaction.create'], makeTransaction(probe), { key });
      const again = await probe.succeed(calls['transaction.create'], makeTransaction(probe), { key });
      assertConforms(
        first.transactionRefId === again.transactionRefId,
        'transaction.create: one key made two payments',
      );
    },
  },
  {
    id: 'transaction.create/other-body',
    description: 'the same key with another body is refused',
    async run(probe) {
      const key = probe.newKey();
      await probe.succeed(calls['transaction.create'], makeTransaction(probe), { key });
      await probe.refuse(calls['transaction.create'], makeTransaction(probe, 200), 'idempotency-key-reused', { key });
    },
  },
  {
    id: 'transaction.create/parallel',
    description: 'ten requests under one key at once make one payment',
    async run(probe) {
      const key = probe.newKey();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => probe.send(calls['transaction.create'], makeTransaction(probe), { key })),
      );
      assertConforms(
        answers.every(({ status }) => status === 200 || status === 409),
        `transaction.create: answered ${answers.map(({ status }) => status).join(', ')}`,
      );
      const made = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)));
      assertConforms(made.size === 1, `transaction.create: ${made.size} different payments under one key`);
    },
  },
  {
    id: 'transaction.create/unguessable',
    description: 'references of two payments have nothing in common to guess by',
    async run(probe) {
      const [one, other] = [await createPayment(probe), await createPayment(probe)];
      assertConforms(one !== other, 'transaction.create: one reference for two payments');
      assertConforms(one.slice(0, 8) !== other.slice(0, 8), 'transaction.create: references count up');
    },
  },
  {
    id: 'transaction.create/amount',
    description: 'an amount above the maximum of the bill is refused',
    async run(probe) {
      const bill = await getBill(probe);
      const tooMuch = makeTransaction(probe, bill.maximumAmount + 1);
      await probe.refuse(calls['transaction.create'], tooMuch, 'amount-not-allowed');
    },
  },
  {
    id: 'transaction.create/balance',
    description: 'the current balance comes from the backend, not from the request',
    async run(probe) {
      const bill = await getBill(probe);
      const wrong = { ...makeTransaction(probe, bill.currentBalance - 1), payOption: 'current' };
      await probe.refuse(calls['transaction.create'], wrong, 'amount-not-allowed');
    },
  },
  {
    id: 'transaction.createSeveral/refused-account',
    description:
      'a payment of several accounts is refused for one that is unknown, by its position; none where bill.get offers no others',
    async run(probe) {
      if ((await getBill(probe)).accountsPerPayment < 2) return;
      const known = makeTransaction(probe);
      const accounts = [known, { ...known, accountNumber: probe.data.unknownAccount }];
      const problem = await probe.refuse(calls['transaction.createSeveral'], { accounts }, 'unknown-account');
      assertConforms(
        problem.parameters?.['account'] === 2,
        'transaction.createSeveral: not the position of the account',
      );
    },
  },
  {
    id: 'transaction.createSeveral/page',
    description:
      'the page of a payment of two accounts lists both with their amounts; none where bill.get offers no others',
    async run(probe) {
      if ((await getBill(probe)).accountsPerPayment < 2) return;
      const accounts = [
        makeTransaction(probe),
        { ...makeTransaction(probe, 200), accountNumber: probe.data.otherPayableAccount },
      ];
      const { transactionRefId: refid } = await probe.succeed(calls['transaction.createSeveral'], { accounts });
      const { paymentPageDto: page } = await probe.succeed(calls['payment.page'], { refid });
      const expected = accounts.map(({ accountNumber, amount }) => `${accountNumber.slice(-4)} ${amount}`);
      const listed = page.accounts.map(({ accountEnding, amount }) => `${accountEnding} ${amount}`);
      assertConforms(
        listed.join() === expected.join(),
        `payment.page: lists ${listed.join() || 'no accounts'}, not ${expected.join()}`,
      );
      assertConforms(page.totalAmount === 300, 'payment.page: a total that is not the sum of the accounts');
      assertConforms(page.accountEnding === null, 'payment.page: one of several accounts is named as the only one');
      assertConforms(
        accounts.every(({ accountNumber }) => !JSON.stringify(page.itemDescList).includes(accountNumber)),
        'payment.page: an account number in full',
      );
    },
  },
  {
    id: 'bill.link/unknown-link',
    description: 'bill.link refuses a link that names nothing',
    async run(probe) {
      await probe.refuse(calls['bill.link'], { refid: unknownReference }, 'unknown-link');
    },
  },
  {
    id: 'payment.page/answers',
    description: 'payment.page shows an open payment of the amount asked for, with time left',
    async run(probe) {
      const refid = await createPayment(probe);
      const page = await probe.succeed(calls['payment.page'], { refid });
      assertConforms(page.refid === refid, `payment.page: the page of ${page.refid}`);
      assertConforms(
        page.paymentPageDto.totalAmount === 100,
        `payment.page: total ${page.paymentPageDto.totalAmount} sen`,
      );
      assertConforms(page.orderState === 'open' && page.attempt === null, 'payment.page: a fresh payment is not open');
      assertConforms(Date.parse(page.deadline) > Date.parse(page.serverTime), 'payment.page: no time left');
    },
  },
  {
    id: 'payment.page/by-payment-id',
    description: 'payment.page finds the same payment by its paymentId',
    async run(probe) {
      const refid = await createPayment(probe);
      const { paymentId } = await probe.succeed(calls['payment.page'], { refid });
      const page = await probe.succeed(calls['payment.page'], { paymentId });
      assertConforms(page.refid === refid, 'payment.page: another payment under this paymentId');
    },
  },
  {
    id: 'payment.page/typed-contact',
    description: 'payment.page and payment.customer give nothing that a payer has typed to whoever has the reference',
    async run(probe) {
      const typed = { email: 'typed@ebill.example', phoneNumber: '60123456789' };
      const { transactionRefId: refid } = await probe.succeed(calls['transaction.create'], {
        ...makeTransaction(probe),
        ...typed,
      });
      await probe.succeed(calls['payment.init'], fpxChoice(probe, refid));
      const { customerDetail, paymentPreferenceDetail } = await probe.succeed(calls['payment.page'], { refid });
      const customer = await probe.succeed(calls['payment.customer'], { refid });
      const given = JSON.stringify([customerDetail, paymentPreferenceDetail, customer]);
      for (const text of [...Object.values(typed), conformanceEmail]) {
        assertConforms(!given.includes(text), 'payment.page: what a payer typed is given to every visit');
      }
    },
  },
  {
    id: 'payment.customer/answers',
    description: 'payment.customer shows no saved card of a customer for whom nobody vouches',
    async run(probe) {
      const customer = await probe.succeed(calls['payment.customer'], { refid: await createPayment(probe) });
      assertConforms(customer.favouriteCardList.length === 0, 'payment.customer: saved cards shown to a stranger');
    },
  },
  {
    id: 'payment.init/redirect',
    description: 'an FPX payment redirects to the bank',
    async run(probe) {
      const refid = await createPayment(probe);
      const start = await probe.succeed(calls['payment.init'], fpxChoice(probe, refid));
      assertConforms(start.onward?.kind === 'redirect', 'payment.init: the next action is no redirect');
      const page = await probe.succeed(calls['payment.page'], { refid });
      assertConforms(page.attempt?.state === 'redirected', `payment.page: the attempt is ${page.attempt?.state}`);
      // The site shows it to the visit that received it from payment.init.
      assertConforms(
        describeRequest(page.attempt.onward) === describeRequest(start.onward),
        'payment.page: another request to the gateway than payment.init gave',
      );
    },
  },
  {
    id: 'payment.init/same-key',
    description: 'a repeated payment.init under its key begins nothing new',
    async run(probe) {
      const refid = await createPayment(probe);
      const key = probe.newKey();
      const first = await probe.succeed(calls['payment.init'], fpxChoice(probe, refid), { key });
      const again = await probe.succeed(calls['payment.init'], fpxChoice(probe, refid), { key });
      assertConforms(JSON.stringify(first) === JSON.stringify(again), 'payment.init: one key began two attempts');
    },
  },
  {
    id: 'payment.init/amount-changed',
    description: 'a total that the payer did not see is not charged',
    async run(probe) {
      const refid = await createPayment(probe);
      await probe.refuse(calls['payment.init'], fpxChoice(probe, refid, 99), 'amount-changed');
    },
  },
  {
    id: 'payment.return/unsigned',
    description: 'return fields without a signature settle nothing and end nothing',
    async run(probe) {
      const refid = await createPayment(probe);
      const start = await probe.succeed(calls['payment.init'], fpxChoice(probe, refid));
      const sent = start.onward?.kind === 'redirect' ? start.onward.fields : {};
      const forged = { ...sent, fpx_msgType: 'AC', fpx_debitAuthCode: '00', fpx_creditAuthCode: '00' };
      await probe.send(calls['payment.return'], { route: '/bankResultFPX', fields: forged });
      const { status } = await probe.succeed(calls['payment.result'], { refid });
      assertConforms(status === 'pending', `payment.return: after a forged return the payment is '${status}'`);
    },
  },
  {
    id: 'payment.result/not-paid',
    description: 'the result of a payment that nobody made claims no success and names the amount',
    async run(probe) {
      const result = await probe.succeed(calls['payment.result'], { refid: await createPayment(probe) });
      assertConforms(!outcomeTable[result.status].receipt, `payment.result: '${result.status}' without any attempt`);
      assertConforms(result.amount === 100, `payment.result: ${result.amount} sen`);
    },
  },
  {
    id: 'payment.cancel/cancels',
    description: 'a cancelled payment is reported as cancelled and accepts no more attempts',
    async run(probe) {
      const refid = await createPayment(probe);
      const { status } = await probe.succeed(calls['payment.cancel'], { refid });
      assertConforms(status === 'cancelled', `payment.cancel: '${status}'`);
      await probe.refuse(calls['payment.init'], fpxChoice(probe, refid), 'payment-ended');
    },
  },
  {
    id: 'payment.extend/extends',
    description: 'more time to pay is what the page says is left, and a repeated request changes nothing',
    async run(probe) {
      const refid = await createPayment(probe);
      const { deadline, extensionsLeft } = await probe.succeed(calls['payment.page'], { refid });
      if (extensionsLeft === 0) return;
      const extended = await probe.succeed(calls['payment.extend'], { refid, extensionsLeft });
      const addedMs = Date.parse(extended.deadline) - Date.parse(deadline);
      assertConforms(addedMs === extensionMs, `payment.extend: ${addedMs} ms more`);
      const repeated = await probe.succeed(calls['payment.extend'], { refid, extensionsLeft });
      assertConforms(repeated.deadline === extended.deadline, 'payment.extend: a repeated request extends once more');
    },
  },
  {
    id: 'continuation.use/once',
    description:
      'a link that continues a payment can be read any number of times and used once, and a new one replaces it',
    async run(probe) {
      const refid = await createPayment(probe);
      const { continuesElsewhere } = await probe.succeed(calls['payment.page'], { refid });
      if (!continuesElsewhere) return;
      const { token } = await probe.succeed(calls['continuation.create'], { refid });
      for (let time = 0; time < 2; time += 1) {
        const { status } = await probe.succeed(calls['continuation.get'], { token });
        assertConforms(status === 'open', `continuation.get: '${status}' before its use`);
      }
      const used = await probe.succeed(calls['continuation.use'], { token });
      assertConforms(used.refid === refid, 'continuation.use: another payment');
      await probe.refuse(calls['continuation.use'], { token }, 'continuation-used');
      const { status } = await probe.succeed(calls['continuation.get'], { token });
      assertConforms(status === 'used', `continuation.get: '${status}' after its use`);
      const replaced = await probe.succeed(calls['continuation.create'], { refid });
      await probe.succeed(calls['continuation.create'], { refid });
      await probe.refuse(calls['continuation.use'], { token: replaced.token }, 'unknown-continuation');
    },
  },
  {
    id: 'continuation.use/unknown-continuation',
    description: 'only a link of the backend continues a payment',
    async run(probe) {
      const { continuesElsewhere } = await probe.succeed(calls['payment.page'], { refid: await createPayment(probe) });
      if (!continuesElsewhere) return;
      const request = { token: unknownReference };
      await probe.refuse(calls['continuation.get'], request, 'unknown-continuation');
      await probe.refuse(calls['continuation.use'], request, 'unknown-continuation');
    },
  },
  {
    id: 'card.list/own-cards',
    description: 'card.list gives a device no cards but its own',
    async run(probe) {
      const request = {
        refid: await createPayment(probe),
        deviceToken: 'device-that-has-saved-no-card'.padEnd(43, '-'),
      };
      const { favouriteCardList } = await probe.succeed(calls['card.list'], request);
      assertConforms(
        favouriteCardList.length === 0,
        `card.list: ${favouriteCardList.length} cards of a device that saved none`,
      );
    },
  },
  {
    id: 'card.delete/unknown-card',
    description: 'card.delete refuses a card that is not this customer’s',
    async run(probe) {
      const request = { refid: await createPayment(probe), uniqueCardId: 'unknown' };
      await probe.refuse(calls['card.delete'], request, 'unknown-card');
    },
  },
  {
    id: 'autodebit.info/not-offered',
    description: 'auto debit is not offered before anything is paid',
    async run(probe) {
      const info = await probe.succeed(calls['autodebit.info'], { refid: await createPayment(probe) });
      assertConforms(info.state === 'not-offered', `autodebit.info: '${info.state}'`);
    },
  },
  {
    id: 'autodebit.info/languages',
    description: "autodebit.info gives the partner's texts, in the language that is named",
    async run(probe) {
      const refid = await createPayment(probe);
      for (const language of localeCodes) {
        const info = await probe.succeed(calls['autodebit.info'], { refid, language });
        const partner = await probe.succeed(calls['partner.get'], { partnerKey: probe.data.partnerKey, language });
        for (const name of autoDebitTexts) {
          assertConforms(
            info[name] === partner[name],
            `autodebit.info: ${name} differs from partner.get (${language})`,
          );
        }
      }
    },
  },
  {
    id: 'autodebit.sendOtp/not-offered',
    description: 'no one-time PIN is sent where auto debit is not offered',
    async run(probe) {
      await probe.refuse(calls['autodebit.sendOtp'], { refid: await createPayment(probe) }, 'not-offered');
    },
  },
  {
    id: 'autodebit.card/not-offered',
    description: 'no card is verified where auto debit is not offered',
    async run(probe) {
      const request = { refid: await createPayment(probe), cardDetails: 'e30.a.b.c.d' };
      await probe.refuse(calls['autodebit.card'], request, 'not-offered');
    },
  },
  {
    id: 'autodebit.remind/not-offered',
    description: 'nobody is reminded of an offer that was not made',
    async run(probe) {
      await probe.refuse(calls['autodebit.remind'], { refid: await createPayment(probe) }, 'not-offered');
    },
  },
  {
    id: 'autodebit.cancel/unknown-mandate',
    description: 'only the link of a confirmation shows and cancels a registration',
    async run(probe) {
      const request = { token: `${unknownReference}.${'a'.repeat(43)}` };
      await probe.refuse(calls['autodebit.mandate'], request, 'unknown-mandate');
      await probe.refuse(calls['autodebit.cancel'], request, 'unknown-mandate');
    },
  },
  {
    id: 'receipt.get/unknown-receipt',
    description: 'only a link of the backend opens a receipt, and names a company on it',
    async run(probe) {
      const token = `v1.${unknownReference.repeat(3)}`;
      await probe.refuse(calls['receipt.get'], { token }, 'unknown-receipt');
      await probe.refuse(calls['receipt.company'], { token, companyName: 'Conformance' }, 'unknown-receipt');
    },
  },
  {
    id: 'payment.company/not-asked',
    description: 'a company is named only by the visit that has begun a payment from its account',
    async run(probe) {
      const request = { refid: await createPayment(probe), visitId: 'v'.repeat(22), companyName: 'Conformance' };
      await probe.refuse(calls['payment.company'], request, 'company-not-asked');
    },
  },
  {
    id: 'reminder.stop/unknown-reminder',
    description: 'only a link of the backend shows, confirms and stops reminders',
    async run(probe) {
      const request = { token: `${unknownReference}.${'a'.repeat(43)}` };
      for (const name of ['reminder.get', 'reminder.confirm', 'reminder.stop'] as const) {
        await probe.refuse(calls[name], request, 'unknown-reminder');
      }
    },
  },
  {
    id: 'reminder.ask/not-offered',
    description: 'reminders of a payment are for the visit that has paid it only',
    async run(probe) {
      const of = { refid: await createPayment(probe), visitId: 'v'.repeat(22) };
      await probe.refuse(calls['reminder.ask'], { of, email: conformanceEmail }, 'not-offered');
    },
  },
  ...invalidRequestChecks,
  ...unknownPaymentChecks,
];
