import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** Milliseconds after which a slow device gives up. A challenge is valid for five minutes. */
const timeout = 90_000;

/** Returns whether the challenge has the shape of ALTCHA's. Its difficulty is the server's decision and signed. */
function isChallenge(challenge: object): challenge is Challenge {
  return 'signature' in challenge && 'parameters' in challenge && typeof challenge.parameters === 'object';
}

/** Solves a proof of work (ALTCHA) in web workers. Returns the form field's value, null when this browser cannot solve it. */
export async function solveProofOfWork(challenge: object): Promise<string | null> {
  if (!isChallenge(challenge)) return null;
  try {
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
      createWorker: () => new Worker(new URL('./proof-of-work.worker.ts', import.meta.url)),
      timeout,
    });
    return solution === null ? null : JSON.stringify({ challenge, solution });
  } catch {
    return null;
  }
}
