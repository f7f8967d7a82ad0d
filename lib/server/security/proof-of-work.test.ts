import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createProofOfWorkChallenge, redeemProofOfWork, type ProofOfWorkPurpose } from './proof-of-work';

const purpose: ProofOfWorkPurpose = { for: 'look-up', subject: '1234567801' };

// A proof takes a second or two, and more beside other work.
jest.setTimeout(60_000);

beforeEach(() => {
  globalThis.ebillProcess = undefined;
});

/** Does the work, as a browser would. */
async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('not solved');
  return { challenge, solution };
}

test('accepts a valid proof once', async () => {
  const proof = JSON.stringify(await solve(await createProofOfWorkChallenge(purpose)));
  await expect(redeemProofOfWork(purpose, proof)).resolves.toBe('ordinary');
  await expect(redeemProofOfWork(purpose, proof)).resolves.toBeNull();
});

test('accepts one of fifty concurrent submissions of a proof', async () => {
  const proof = JSON.stringify(await solve(await createProofOfWorkChallenge(purpose)));
  const accepted = await Promise.all(Array.from({ length: 50 }, () => redeemProofOfWork(purpose, proof)));
  expect(accepted.filter(Boolean)).toHaveLength(1);
});

test.each<[string, ProofOfWorkPurpose]>([
  ['another account', { for: 'look-up', subject: '1234567802' }],
  ['a payment', { for: 'payment', subject: '1234567801' }],
])('rejects a proof for %s', async (_what, other) => {
  const proof = JSON.stringify(await solve(await createProofOfWorkChallenge(purpose)));
  await expect(redeemProofOfWork(other, proof)).resolves.toBeNull();
  await expect(redeemProofOfWork(purpose, proof)).resolves.toBe('ordinary');
});

test('a harder proof takes at least 2,400 tries', async () => {
  const proof = await solve(await createProofOfWorkChallenge({ ...purpose, isHard: true }));
  expect(proof.solution.counter).toBeGreaterThanOrEqual(2_400);
  await expect(redeemProofOfWork(purpose, JSON.stringify(proof))).resolves.toBe('hard');
  await expect(redeemProofOfWork(purpose, JSON.stringify(proof))).resolves.toBeNull();
}, 60_000);

test('an ordinary proof is no harder one', async () => {
  const { challenge, solution } = await solve(await createProofOfWorkChallenge(purpose));
  const { data } = (await createProofOfWorkChallenge({ ...purpose, isHard: true })).parameters;
  const altered = { ...challenge, parameters: { ...challenge.parameters, data } };
  await expect(redeemProofOfWork(purpose, JSON.stringify({ challenge: altered, solution }))).resolves.toBeNull();
  await expect(redeemProofOfWork(purpose, JSON.stringify({ challenge, solution }))).resolves.toBe('ordinary');
});

test('rejects an expired proof', async () => {
  const proof = JSON.stringify(await solve(await createProofOfWorkChallenge(purpose, Date.now() - 301_000)));
  await expect(redeemProofOfWork(purpose, proof)).resolves.toBeNull();
});

type Proof = Awaited<ReturnType<typeof solve>>;

test.each<[string, (proof: Proof) => unknown]>([
  [
    'a guessed counter',
    (proof) => ({ ...proof, solution: { ...proof.solution, counter: 1, derivedKey: '00'.repeat(32) } }),
  ],
  ['no signature', ({ challenge, solution }) => ({ challenge: { parameters: challenge.parameters }, solution })],
  [
    'a later expiry',
    ({ challenge, solution }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: Date.now() } },
      solution,
    }),
  ],
  [
    'less work',
    ({ challenge, solution }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
      solution,
    }),
  ],
  ['no content', () => ({})],
])('rejects a proof with %s', async (_what, alter) => {
  const proof = await solve(await createProofOfWorkChallenge(purpose));
  await expect(redeemProofOfWork(purpose, JSON.stringify(alter(proof)))).resolves.toBeNull();
});

test.each([undefined, '', 'null', '{', '['.repeat(5_000)])('rejects %p', async (text) => {
  await expect(redeemProofOfWork(purpose, text)).resolves.toBeNull();
});
