import { createServer, request as callHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompressingResponse } from './compressing-response';

/** The headers of an answer, as a client has them. */
async function answerWith(
  handle: (request: IncomingMessage, response: CompressingResponse) => void,
): Promise<IncomingHttpHeaders> {
  const server = createServer({ ServerResponse: CompressingResponse }, handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      callHttp({ port, host: '127.0.0.1' }, (response) => (response.resume(), resolve(response.headers)))
        .on('error', reject)
        .end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const privately = { 'cache-control': 'private, no-store', vary: expect.stringMatching(/Cookie.*RSC/) };

test.each([301, 302, 307, 308])('row 33: no cache keeps a redirect with %d, and it sets no cookie', async (status) => {
  const headers = await answerWith((_request, response) => {
    response.setHeader('set-cookie', ['ebill-opened=1', 'other=2']);
    response.setHeader('cache-control', 'public, max-age=60');
    response.writeHead(status, { location: '/' }).end();
  });
  expect(headers).toMatchObject(privately);
  expect(headers).not.toHaveProperty('set-cookie');
});

test('row 33: the redirect after a form keeps its cookies', async () => {
  const headers = await answerWith((_request, response) => {
    response.statusCode = 303;
    response.setHeader('location', '/');
    response.setHeader('set-cookie', ['flash=1']);
    response.end();
  });
  expect(headers).toMatchObject({ ...privately, 'set-cookie': ['flash=1'] });
});

test('a redirect has its target in one header only', async () => {
  const headers = await answerWith((_request, response) => {
    response.writeHead(308, { location: '/?a', refresh: '0;url=/?a' }).end();
  });
  expect(headers).toMatchObject({ location: '/?a' });
  expect(headers).not.toHaveProperty('refresh');
});

test('existing values of Vary stay, without duplicates', async () => {
  const headers = await answerWith((_request, response) => {
    response.writeHead(307, { location: '/', vary: 'rsc, Accept-Language' }).end();
  });
  expect(headers.vary).toMatch(/^rsc, Accept-Language, Cookie, Next-Router-State-Tree/);
});

test.each([
  ['a page', 200, {}],
  ['an answer without a location', 304, {}],
])('%s stays as it is', async (_what, status, more) => {
  const headers = await answerWith((_request, response) => {
    response.writeHead(status, { 'cache-control': 'public, max-age=60', 'set-cookie': ['a=1'], ...more }).end();
  });
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'set-cookie': ['a=1'] });
  expect(headers.vary).toBeUndefined();
});
