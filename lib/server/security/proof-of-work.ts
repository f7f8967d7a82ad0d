import 'server-only';
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { consumeRateLimits } from './rate-limits';
import { deriveToken } from '../session/sealed-token';

/** What a proof of work is valid for: one look-up of an account, one card attempt for a payment, or one post of another form. */
export interface ProofOfWorkPurpose {
  readonly for: 'look-up' | 'card' | 'form';
  /** The account's number as it was typed, the payment's reference, the form's name and the client's address. */
  readonly subject: string;
  /** It takes eight times as much work. */
  readonly isHard?: boolean;
}

/** Milliseconds until a challenge expires. */
const lifetime = 5 * 60_000;
/** About a second on a phone with all cores: little for one payer, much for thousands of requests. */
const algorithm = 'PBKDF2/SHA-256';
const cost = 2_000;
const counters = { ordinary: { min: 300, max: 900 }, hard: { min: 2_400, max: 7_200 } } as const;

const proofSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      cost: z.literal(cost),
      data: z.record(z.string(), z.string()),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string().max(128),
      keySignature: z.string().max(128),
      nonce: z.string().max(128),
      salt: z.string().max(128),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(128) }),
});

const secrets = () => ({
  hmacSignatureSecret: deriveToken('proof-of-work', 'challenge'),
  hmacKeySignatureSecret: deriveToken('proof-of-work', 'key'),
});

function derivePurposeToken({ for: kind, subject, isHard = false }: ProofOfWorkPurpose): string {
  return deriveToken('proof-of-work', `${isHard ? 'hard ' : ''}${kind} ${subject}`);
}

/** Creates a challenge (ALTCHA): signed, bound to its purpose, valid for five minutes. `now` in milliseconds. */
export async function createProofOfWorkChallenge(purpose: ProofOfWorkPurpose, now = Date.now()): Promise<Challenge> {
  const { min, max } = purpose.isHard === true ? counters.hard : counters.ordinary;
  return createChallenge({
    ...secrets(),
    algorithm,
    cost,
    counter: randomInt(max, min),
    data: { purpose: derivePurposeToken(purpose) },
    deriveKey,
    expiresAt: Math.floor((now + lifetime) / 1000),
  });
}

function parseProof(text: string | undefined): z.output<typeof proofSchema> | null {
  if (text === undefined || text === '' || text.length > 4_096) return null;
  try {
    const proof = proofSchema.safeParse(JSON.parse(text));
    return proof.success ? proof.data : null;
  } catch {
    return null;
  }
}

/** Returns whether a proof of work is valid, for this purpose and not expired, and redeems it: a proof is accepted once. */
export async function redeemProofOfWork(purpose: ProofOfWorkPurpose, text: string | undefined): Promise<boolean> {
  const proof = parseProof(text);
  if (proof === null || proof.challenge.parameters.data['purpose'] !== derivePurposeToken(purpose)) return false;
  const { verified } = await verifySolution({ ...secrets(), ...proof, deriveKey });
  if (!verified) return false;
  return (await consumeRateLimits([{ limit: 'proofs', key: proof.challenge.signature }])).ok;
}
