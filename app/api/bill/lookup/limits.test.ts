import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { failure, success } from '@/lib/domain/result';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { POST } from './route';

jest.setTimeout(60_000);

let asked: string[] = [];
const unknown = failure({
  ...{ kind: 'problem', call: 'bill.get', code: 'unknown-account', status: 404, parameters: {}, retryAfter: null },
});

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (_call: unknown, { accountNumber }: { accountNumber: string }) => {
    asked.push(accountNumber);
    return accountNumber.endsWith('40') ? unknown : success({ accountNumber });
  },
}));
jest.mock('@/lib/server/session/bill-token', () => ({
  makeBillCookie: () => 'bill=1',
  sealBill: async () => 'sealed',
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  asked = [];
});

interface LookUp {
  readonly account: string;
  readonly address: string;
  readonly proof?: string;
  readonly hasScripts?: boolean;
}

function lookUp({ account, address, proof = '', hasScripts = true }: LookUp): Promise<Response> {
  return POST(
    new Request('http://localhost:3000/api/bill/lookup', {
      method: 'POST',
      body: new URLSearchParams({ accountNumber: account, captchaResponse: proof }),
      headers: {
        ...{ origin: 'http://localhost:3000', [clientAddressHeader]: address },
        accept: hasScripts ? 'application/json' : 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
    }),
  );
}

const account = (index: number, ending = '01') => `${10_000_000 + index}${ending}`;

test('row 49: 200 posts from one address that are not valid are parsed, and 200 more of the form', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 460; index += 1) {
    statuses.push((await lookUp({ account: 'bad', address: '203.0.113.9' })).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(400);
  expect(statuses.filter((status) => status === 429)).toHaveLength(60);
});

async function prove(response: Response): Promise<string> {
  const { proofOfWork: work } = (await response.json()) as { proofOfWork: { challenge: Challenge } };
  const solution = await solveChallenge({ challenge: work.challenge, deriveKey });
  return JSON.stringify({ challenge: work.challenge, solution });
}

test('row 13: of 2,000 look-ups from one network 100 are answered, 20 from each address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 2_000 }, (_, index) =>
      lookUp({ account: account(index), address: `203.0.113.${index % 200}` }),
    ),
  );
  expect(asked).toHaveLength(100);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1_900);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);

  const [another] = await Promise.all([lookUp({ account: account(1), address: '198.51.100.1' })]);
  expect(another?.status).toBe(200);
});

test('row 45: 100 look-ups by others in its network cost a neighbour a proof of work, and no wait', async () => {
  for (let index = 0; index < 100; index += 1) {
    await lookUp({ account: account(index), address: `203.0.113.${index % 50}` });
  }
  const neighbour = { account: account(100), address: '203.0.113.200' };
  const refused = await lookUp(neighbour);
  expect(refused.status).toBe(429);
  expect((await lookUp({ ...neighbour, proof: await prove(refused) })).status).toBe(200);
});

test('row 13: after 20 from one address each further one costs its own proof of work', async () => {
  const address = '203.0.113.9';
  for (let index = 0; index < 20; index += 1) await lookUp({ account: account(index), address });
  const refused = await lookUp({ account: account(20), address });
  expect(refused.status).toBe(429);
  const proof = await prove(refused);
  expect((await lookUp({ account: account(21), address, proof })).status).toBe(429);
  expect((await lookUp({ account: account(20), address, proof })).status).toBe(200);
  expect((await lookUp({ account: account(20), address, proof })).status).toBe(429);
  expect(asked).toHaveLength(21);
});

test('row 13: many unknown accounts from one network cost a proof of work before its limit is reached; known ones do not', async () => {
  for (let index = 0; index < 60; index += 1) {
    expect((await lookUp({ account: account(index), address: `203.0.113.${index}` })).status).toBe(200);
  }
  for (let index = 0; index < 30; index += 1) {
    const found = await lookUp({ account: account(index, '40'), address: `198.51.100.${index}` });
    expect(found.status).toBe(422);
  }
  const refused = await lookUp({ account: account(30), address: '198.51.100.99' });
  expect(refused.status).toBe(429);
  const proof = await prove(refused);
  expect((await lookUp({ account: account(30), address: '198.51.100.99', proof })).status).toBe(200);
});

describe('look-ups of an account by strangers', () => {
  const owner = { account: account(1), address: '203.0.113.9' };
  const lookUpElsewhere = async (times: number, hasScripts: boolean) => {
    for (let index = 0; index < times; index += 1) {
      await lookUp({ account: owner.account, address: `10.${index}.0.1`, hasScripts });
    }
  };

  test('row 45: cost its owner a proof of work, and no wait', async () => {
    await lookUpElsewhere(10, true);
    const refused = await lookUp(owner);
    expect(refused.status).toBe(429);
    expect((await lookUp({ ...owner, proof: await prove(refused) })).status).toBe(200);
    expect(asked).toHaveLength(11);
  });

  test.each([true, false])('row 45: do not count for an owner without scripts (theirs on: %s)', async (hasScripts) => {
    await lookUpElsewhere(40, hasScripts);
    const answer = await lookUp({ ...owner, hasScripts: false });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/pay/ebill']);
  });

  test('row 45: are answered ten times for one network without scripts, whatever their addresses', async () => {
    const answers = [];
    for (let index = 0; index < 15; index += 1) {
      answers.push(await lookUp({ ...owner, address: `203.0.113.${index}`, hasScripts: false }));
    }
    expect(asked).toHaveLength(10);
    expect(answers.slice(10).map(({ headers }) => headers.get('location'))).toEqual(['/', '/', '/', '/', '/']);
  });

  test('row 45: each cost a proof of work of their own beyond ten', async () => {
    await lookUpElsewhere(10, true);
    await lookUpElsewhere(20, true);
    expect(asked).toHaveLength(10);
  });
});
