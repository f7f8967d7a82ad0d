import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from '../start/ports.mjs';
import { Service } from '../start/service.mjs';
import type { Stack } from '../stack/stack';
import { openPage } from './journeys';
import type { BenchOptions } from './options';
import { loadPage, measurePageLoads } from './page-load';
import type { ServerRecord } from './records';

const counts = [10, 100, 500];

/** Repeats the banks, with different ids and names, to a list of `count`. */
function repeatBanks(banks: readonly Record<string, unknown>[], count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const bank = banks[index % banks.length] ?? {};
    const round = Math.floor(index / banks.length);
    const { bankID, bankName } = bank;
    return round === 0
      ? bank
      : { ...bank, bankID: `${String(bankID)}-${round}`, bankName: `${String(bankName)} ${round + 1}` };
  });
}

async function forward(request: IncomingMessage, backend: string) {
  const headers = new Headers();
  for (const name of ['content-type', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const init = request.method === 'POST' ? { method: 'POST', headers, body: await text(request) } : { headers };
  const response = await fetch(`${backend}${request.url}`, init);
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: await response.text() };
}

/** Calls `callback` with a proxy of the backend that puts `setCount` banks on each payment page. */
async function withBankLists<Result>(
  backend: string,
  callback: (proxy: { port: number; setCount: (count: number) => void }) => Promise<Result>,
) {
  let count = 0;
  const server = createServer((request, response) => {
    const forwarded = forward(request, backend).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type });
      if (status !== 200 || request.url?.startsWith('/apg/payment/page') !== true) return response.end(body);
      const page = JSON.parse(body);
      page.paymentPageDto.fpxBankListPersonal = repeatBanks(page.paymentPageDto.fpxBankListPersonal, count);
      return response.end(JSON.stringify(page));
    });
    forwarded.catch(() => response.destroy());
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    return await callback({ port, setCount: (next) => (count = next) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Measures the payment page with increasing numbers of banks, served by a second site process on the same backend. */
export function measureBankLists(
  stack: Stack,
  pinToCpu: (pid: number | undefined) => boolean,
  options: BenchOptions,
): Promise<ServerRecord['banks']> {
  return withBankLists(stack.backend, async ({ port: backendPort, setCount }) => {
    const port = String(await findFreePort());
    const origin = `http://localhost:${port}`;
    const { site } = stack.descriptions;
    const overrides = { PORT: port, PUBLIC_ORIGIN: origin, BACKEND_URL: `http://127.0.0.1:${backendPort}` };
    const health = `http://127.0.0.1:${port}/api/health`;
    const server = new Service({ ...site, health, environment: { ...site.environment, ...overrides } });
    try {
      await server.waitUntilHealthy();
      setCount(counts[0] ?? 0);
      pinToCpu(server.pid);
      const payment = await openPage({ site: origin, banks: stack.banks }, 'payment');
      await loadPage(payment, options.warmUp);
      const banks = [];
      for (const count of counts) {
        setCount(count);
        for (const load of await measurePageLoads([{ ...payment, server }], options)) banks.push({ count, load });
      }
      return banks;
    } finally {
      await server.stop();
    }
  });
}
