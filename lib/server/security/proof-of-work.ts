import 'server-only';
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { consumeRateLimits } from './rate-limits';
import { deriveToken } from '../session/sealed-token';

/** What a proof of work is valid for: one look-up of an account, one attempt at a payment, or one post of another form. */
export interface ProofOfWorkPurpose {
  readonly for: 'look-up' | 'payment' | 'form';
  /** The account's number as it was typed, the payment's reference, the form's name and the client's address. */
  readonly subject: string;
}

/** A hard proof takes eight times as much work. */
export type ProofOfWorkStrength = keyof typeof counters;

/** A proof of work that is asked for. */
export interface RequiredProofOfWork extends ProofOfWorkPurpose {
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

function derivePurposeToken({ for: kind, subject, isHard = false }: RequiredProofOfWork): string {
  return deriveToken('proof-of-work', `${isHard ? 'hard ' : ''}${kind} ${subject}`);
}

/** Creates a challenge (ALTCHA): signed, bound to its purpose, valid for five minutes. `now` in milliseconds. */
export async function createProofOfWorkChallenge(purpose: RequiredProofOfWork, now = Date.now()): Promise<Challenge> {
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

/**
 * Redeems a proof of work: it is accepted once, for this purpose, before it expires. Returns its strength, null when it is not valid.
 */
export async function redeemProofOfWork(
  purpose: ProofOfWorkPurpose,
  text: string | undefined,
): Promise<ProofOfWorkStrength | null> {
  const proof = parseProof(text);
  if (proof === null) return null;
  const isHard = proof.challenge.parameters.data['purpose'] === derivePurposeToken({ ...purpose, isHard: true });
  if (!isHard && proof.challenge.parameters.data['purpose'] !== derivePurposeToken(purpose)) return null;
  const { verified } = await verifySolution({ ...secrets(), ...proof, deriveKey });
  if (!verified) return null;
  const isFirst = (await consumeRateLimits([{ limit: 'proofs', key: proof.challenge.signature }])).ok;
  if (!isFirst) return null;
  return isHard ? 'hard' : 'ordinary';
}
