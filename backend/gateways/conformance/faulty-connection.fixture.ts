import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * How calls fail on the way: `error` (500) and `unavailable` (503), the provider never gets them; `slow`, it never gets them, and nothing
 * answers; `garbage`, it handles them, and the response is cut off; `lost`, it handles them, and the connection closes without a response.
 */
export const faults = ['error', 'unavailable', 'slow', 'garbage', 'lost'] as const;
export type Fault = (typeof faults)[number];

/** What the provider answered to a call. */
export interface Answer {
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Returns another answer in place of the provider's. */
export type Rewrite = (answer: Answer) => Pick<Answer, 'text'> & Partial<Pick<Answer, 'headers'>>;

type Interference = Fault | Rewrite | null;

function forward(incoming: IncomingMessage, body: Buffer, port: number): Promise<Answer> {
  const { url = '/', method, headers } = incoming;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      buffer(answer).then((received) => {
        resolve({
          ...{ path: url.split('?')[0] ?? '', requestHeaders: headers, headers: answer.headers },
          ...{ status: answer.statusCode ?? 502, text: received.toString('utf8') },
        });
      }, reject);
    })
      .on('error', reject)
      .end(body);
  });
}

function send(response: ServerResponse, { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>): void {
  const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = headers;
  response.writeHead(status, kept).end(text);
}

/** A proxy between a gateway and its simulator, on which the network's faults are made. */
export async function openFaultyConnection() {
  let target = 0;
  let interference: Interference = null;
  let answers: Answer[] = [];
  let requests = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    const now = interference;
    const body = await buffer(incoming);
    if (now === 'slow') return;
    if (now === 'error' || now === 'unavailable') {
      response.writeHead(now === 'error' ? 500 : 503, { 'content-type': 'text/html' }).end('<h1>Server Error</h1>');
      return;
    }
    const answer = await forward(incoming, body, target);
    answers.push(answer);
    if (now === 'lost') response.destroy();
    else if (now === 'garbage') send(response, { ...answer, text: answer.text.slice(0, 7) });
    else send(response, typeof now === 'function' ? { ...answer, ...now(answer) } : answer);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Forwards to the simulators at a port of this machine. */
    connectTo(port: number) {
      target = port;
    },
    /** Makes calls while each of their requests fails. */
    async during<Value>(fault: Fault | Rewrite, call: () => Promise<Value>): Promise<Value> {
      interference = fault;
      try {
        return await call();
      } finally {
        interference = null;
      }
    },
    /** Makes calls; what came of them, how many requests they were, and what was answered. */
    async watch<Value>(call: () => Promise<Value>) {
      [answers, requests] = [[], 0];
      const value = await call();
      return { value, requests, answers };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type FaultyConnection = Awaited<ReturnType<typeof openFaultyConnection>>;
