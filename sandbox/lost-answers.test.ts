import { createServer, request as forwardRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { calls } from '@/lib/contract/calls';
import { createAcquirerGateway } from '../backend/gateways/acquirer/gateway';
import { createGatewaysInUse } from '../backend/gateways-in-use';
import {
  createPayment,
  encryptForPage,
  sandboxControl,
  send,
  startTestBackend,
  statusOf,
  succeed,
  testVisit,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { openGatewayTestHarness, type GatewayTestHarness } from './simulators/gateway-test-harness.fixture';

/*
 * A card is authorised, the acquirer's response is lost, and a proxy answers the retry with 429: whether money has moved is unknown.
 */

const account = '1234567801';
const visa = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };

let harness: GatewayTestHarness;
let backend: TestBackend;
/** What the proxy does with the next authorisations; it forwards all other requests. */
let steps: ('lose' | 'limit')[] = [];

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const step = request.url === '/acquirer/authorise' ? steps.shift() : undefined;
  const body = await buffer(request);
  if (step === 'limit') {
    response.writeHead(429, { 'content-type': 'text/html' }).end('<h1>Too Many Requests</h1>');
    return;
  }
  const target = new URL(request.url ?? '', harness.banksOrigin);
  forwardRequest(target, { method: request.method, headers: request.headers }, (answer) => {
    if (step === 'lose') {
      answer.resume().on('end', () => response.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }).end(body);
}
const proxy = createServer((request, response) => void forward(request, response));

beforeAll(async () => {
  harness = await openGatewayTestHarness();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const hostUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const newCard = createAcquirerGateway({ ...harness.settings.acquirer, hostUrl });
  backend = await startTestBackend({
    createGateways: () => createGatewaysInUse({ newCard: [newCard] }),
  });
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await backend.close();
  await harness.close();
});
beforeEach(async () => {
  steps = [];
  await harness.control('reset', {});
  await sandboxControl(backend, 'reset', {});
});

async function payByCard(refid: string) {
  const cardDetails = await encryptForPage(backend, refid, visa);
  return send(backend, calls['payment.init'], {
    refid,
    visitId: testVisit,
    shownAmount: 13_878,
    paymentRequest: {
      ...{ selectedPaymentMethod: 'newCard', cardDetails, isAutoDebitOption: true },
      userEmailAddress: 'payer@example.com',
    },
  });
}

test('a card payment that was authorised is found by an enquiry', async () => {
  const refid = await createPayment(backend, account);
  steps = ['lose', 'limit'];
  expect((await payByCard(refid)).status).toBe(200);
  expect(steps).toEqual([]);
  expect(await statusOf(backend, refid)).toBe('successful');
  const { credits } = await sandboxControl(backend, 'ledger');
  expect(credits).toMatchObject([{ refid, amount: 13_878 }]);
});

test('a card verification that was authorised is found by an enquiry, and reversed', async () => {
  const refid = await createPayment(backend, account);
  await payByCard(refid);
  expect(await statusOf(backend, refid)).toBe('successful');
  await succeed(backend, calls['autodebit.sendOtp'], { refid });
  const [{ code }] = await sandboxControl(backend, 'messages?to=60121234567');
  steps = ['lose', 'limit'];
  const answer = await send(backend, calls['autodebit.verifyOtp'], { refid, otp: code, visitId: testVisit });
  expect(steps).toEqual([]);
  expect(answer.code).toBe('try-later');
  await sandboxControl(backend, 'clock', { advance: 'PT2M' });
  const { verifications } = await sandboxControl(backend, 'ledger');
  expect(verifications).toMatchObject([{ refid, amount: 100, state: 'reversed' }]);
  const atAcquirer = await harness.control(`payments/${verifications[0].number}`);
  expect(atAcquirer.body).toMatchObject({ state: 'voided' });
});
