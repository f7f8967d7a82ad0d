import { createServer } from 'node:http';
import { loadPage } from './load-generator.mjs';
import { measureLoads } from './measured-load.mjs';
import { placePage } from './payer-steps.mjs';
import { withStack } from './stack.mjs';

const counts = [10, 100, 500];

/** @param {readonly Record<string, unknown>[]} banks @param {number} count @returns {Record<string, unknown>[]} as many banks, made from those there are */
function stretch(banks, count) {
  return Array.from({ length: count }, (_, index) => {
    const bank = banks[index % banks.length] ?? {};
    const round = Math.floor(index / banks.length);
    if (round === 0) return bank;
    return {
      ...bank,
      bankID: `${String(bank['bankID'])}-${round}`,
      bankName: `${String(bank['bankName'])} ${round + 1}`,
    };
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} backend origin
 */
async function passOn(request, backend) {
  /** @type {Buffer[]} */
  const body = [];
  for await (const piece of request) body.push(piece);
  const headers = new Headers();
  for (const name of ['content-type', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const isPost = request.method === 'POST';
  const how = { method: isPost ? 'POST' : 'GET', headers, ...(isPost && { body: Buffer.concat(body) }) };
  const answer = await fetch(`${backend}${request.url}`, how);
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

/**
 * A backend of as many banks as wished, in front of another one.
 *
 * @template Done
 * @param {string} backend origin
 * @param {(proxy: { url: string, show: (count: number) => void }) => Promise<Done>} work
 */
async function withBankLists(backend, work) {
  let count = 0;
  const server = createServer((request, response) => {
    const answering = passOn(request, backend).then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type });
      if (status !== 200 || request.url?.startsWith('/apg/payment/page') !== true) return response.end(text);
      const page = JSON.parse(text);
      const shown = page.paymentPageDto;
      shown.fpxBankListPersonal = stretch(shown.fpxBankListPersonal, count);
      return response.end(JSON.stringify(page));
    });
    answering.catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await work({ url: `http://127.0.0.1:${port}`, show: (wanted) => (count = wanted) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * What the payment page costs with ever more banks to choose from.
 *
 * @param {import('./stack.mjs').BenchStack} stack
 * @param {(pid: number | undefined) => boolean} giveProcessor
 * @param {import('./options.mjs').BenchOptions} options
 * @returns {Promise<import('./records').ServerRecord['banks']>}
 */
export function measureBankLists(stack, giveProcessor, options) {
  return withBankLists(stack.backend, ({ url, show }) =>
    withStack({ environment: { BACKEND_URL: url } }, async (other) => {
      show(counts[0] ?? 0);
      const service = other.service('site');
      giveProcessor(service.pid);
      const payment = await placePage(other, 'payment');
      await loadPage(payment, options.warmUp);
      const banks = [];
      for (const count of counts) {
        show(count);
        for (const load of await measureLoads([{ ...payment, service }], options)) banks.push({ count, load });
      }
      return banks;
    }),
  );
}
