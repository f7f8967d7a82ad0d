import { secretOfNetwork } from '@/sandbox/keys';
import { exampleApiPath } from '@/sandbox/simulators/template/api';
import type { Adapter } from '../conformance/adapter.fixture';
import { createExampleGateway } from './gateway';
import { toExampleSettings } from './settings';

/** What the gateway claims, and how its simulator is driven by the conformance suite. */
export const example: Adapter = {
  name: 'example',
  open({ banksOrigin, keys, merchantOrigin, settings }, { timeoutMs = settings.chip.timeoutMs } = {}) {
    const values = {
      EXAMPLE_API_URL: `${banksOrigin}${exampleApiPath}`,
      EXAMPLE_API_KEY: secretOfNetwork(keys, 'example'),
      EXAMPLE_CALLBACK_KEY: secretOfNetwork(keys, 'example-callbacks'),
    };
    const own = { siteOrigin: merchantOrigin, backendUrl: merchantOrigin };
    return createExampleGateway(toExampleSettings(values, own, timeoutMs));
  },
  order: { method: 'newCard', provider: null, resultRoute: '/bankResultMBB' },
  refused: [{ method: 'savedCard' }, { method: 'fpx', provider: 'MB2U0227' }],
  ...{ start: 'redirect', beginsByCall: true, hasPaymentId: true },
  ...{ browserReturn: 'unsigned', signsNumber: true, signatureFields: ['signature'] },
  enquired: {
    ...{ none: 'pending', approve: 'successful', decline: 'failed', cancel: 'cancelled', 'leave-pending': 'pending' },
    ...{ 'return-twice': 'successful', 'never-return': 'successful', 'callback-first': 'successful' },
    ...{ 'return-only': 'successful', tamper: 'pending', replay: 'pending' },
  },
  unpublishedStatus: 'pending',
  withUnpublishedStatus:
    () =>
    ({ text }) => ({ text: text.replace('"status":"paid"', '"status":"unheard_of"') }),
  operations: {
    ...{ withdraw: true, checkCredentials: true, voidPayment: false, refunds: false, verifyDispute: false },
    ...{ banks: false, charges: false, tokens: false },
  },
  secrets: ({ keys }) => [secretOfNetwork(keys, 'example'), secretOfNetwork(keys, 'example-callbacks')],
};
