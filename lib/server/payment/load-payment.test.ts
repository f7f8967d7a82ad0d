import { failure } from '@/lib/domain/result';
import type { BackendError } from '../backend/backend-client';
import { loadAutoDebitOffer } from '../backend/loaders';
import { loadRegistration } from './load-payment';

jest.mock('../backend/loaders', () => ({ loadAutoDebitOffer: jest.fn() }));

const problem = { kind: 'problem', call: 'autodebit.info', parameters: {}, retryAfter: null } as const;
const refused = { ...problem, code: 'not-eligible', status: 409 };
const technical = { ...problem, code: 'technical-error', status: 500 };
const fault = { kind: 'fault', call: 'autodebit.info', reason: 'network', message: 'Network Error' } as const;

// Design, section 14: 'Technical error occurred' is said of any error of the backend without a message of its own.
test.each<[string, BackendError, unknown]>([
  ['a refusal', refused, 'not-found'],
  ['a technical error', technical, technical],
  ['no response', fault, fault],
])('a registration that is not loaded because of %s', async (_name, error, expected) => {
  jest.mocked(loadAutoDebitOffer).mockResolvedValue(failure(error));
  await expect(loadRegistration({ refid: 'a'.repeat(26) })).resolves.toEqual({ ok: false, error: expected });
});
