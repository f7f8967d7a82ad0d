import { calls } from '@/lib/contract/calls';
import type { Locale } from '@/lib/domain/locales';
import type { Deployment } from '../assemble';
import { silentLog, type LogLine } from '../http/log';
import {
  sandboxControl,
  createPayment,
  encryptForPage,
  payByFpx as payByBank,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

/** A sandbox account that is offered auto debit, and the mobile number that receives its PINs. */
export const account = '1234567801';
export const mobileNumber = '60121234567';
/** The visit that pays. */
export const visitId = 'the-visit-that-has-paid';
export const visa = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };

/** A backend for one test file, whose acquirer approves immediately, and the steps from a payment to auto debit. */
export function setUpAutoDebitBackend(deployment: Partial<Deployment> = {}) {
  /** Error log lines. */
  const faults: LogLine[] = [];
  const backend = setUpTestBackend({ ...deployment, log: { ...silentLog, error: (line) => faults.push(line) } });
  beforeEach(() => {
    backend.cards.beginning = 'successful';
    faults.length = 0;
  });

  const payByFpx = (accountNumber = account) => payByBank(backend, accountNumber);
  const verify = (refid: string, otp: string, by = visitId) =>
    send(backend, calls['autodebit.verifyOtp'], { refid, otp, visitId: by });

  async function sendPin(refid: string, language?: Locale): Promise<string> {
    await succeed(backend, calls['autodebit.sendOtp'], { refid, language });
    const [newest] = await sandboxControl(backend, `messages?to=${mobileNumber}`);
    return newest.code;
  }

  return {
    backend,
    faults,
    payByFpx,
    verify,
    sendPin,
    infoOf: (refid: string, by = visitId) => succeed(backend, calls['autodebit.info'], { refid, visitId: by }),
    confirm: async (refid: string) => verify(refid, await sendPin(refid)),
    keptCards: () => backend.store.db.selectFrom('auto_debits').selectAll().execute(),

    async payByCard(isAutoDebitOption = true): Promise<string> {
      const refid = await createPayment(backend, account);
      const cardDetails = await encryptForPage(backend, refid, visa);
      await succeed(backend, calls['payment.init'], {
        refid,
        visitId,
        shownAmount: 13_878,
        paymentRequest: {
          ...{ selectedPaymentMethod: 'newCard', cardDetails, isAutoDebitOption },
          userEmailAddress: 'payer@example.com',
        },
      });
      expect(await statusOf(backend, refid)).toBe('successful');
      return refid;
    },

    async giveCard(refid: string, card: object = visa) {
      const cardDetails = await encryptForPage(backend, refid, card);
      return send(backend, calls['autodebit.card'], { refid, cardDetails });
    },

    /** The ledger's card verifications after all due jobs have run. */
    async verifications() {
      await backend.jobs.runDue();
      return (await sandboxControl(backend, 'ledger')).verifications;
    },
  };
}
