import type { OperatorClient } from '../operator-client';
import { runChargesCommand, usage } from './charges-command';

function fakeBackend() {
  const asked: unknown[][] = [];
  const backend: OperatorClient = {
    call: async (...request: unknown[]) => {
      asked.push(request);
      return [];
    },
  } as never;
  return { backend, asked };
}

test.each([
  [['list'], '/charges?'],
  [['list', '--state', 'charging'], '/charges?state=charging'],
  [['list', '--account', '1234567801', '--state', 'declined'], '/charges?account=1234567801&state=declined'],
])('%j asks for %s', async (parameters, path) => {
  const { backend, asked } = fakeBackend();
  expect(await runChargesCommand(backend, parameters)).toEqual([]);
  expect(asked).toEqual([['GET', path]]);
});

test.each([[[]], [['list', 'more']], [['cancel']], [['list', '--odd']]])(
  '%j prints how it is used',
  async (parameters) => {
    const { backend, asked } = fakeBackend();
    await expect(runChargesCommand(backend, parameters)).rejects.toThrow(usage);
    expect(asked).toEqual([]);
  },
);
