import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** Milliseconds after which a slow device is no longer waited for: the work itself is good for five minutes. */
const timeout = 90_000;

/** Whether it is work that can be done here. What it asks for is the server's to judge: it has signed it. */
function isChallenge(challenge: object): challenge is Challenge {
  return 'signature' in challenge && 'parameters' in challenge && typeof challenge.parameters === 'object';
}

/** Does the work (ALTCHA) in the background and gives the proof as a form's field carries it; null when this browser cannot. */
export async function doWork(challenge: object): Promise<string | null> {
  if (!isChallenge(challenge)) return null;
  try {
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
      createWorker: () => new Worker(new URL('./work.worker.ts', import.meta.url)),
      timeout,
    });
    return solution === null ? null : JSON.stringify({ challenge, solution });
  } catch {
    return null;
  }
}

/** Milliseconds after which a live region that has just come is listened to. */
const untilHeard = 100;

/** Says that the work is under way beside the button that waits for it, where a screen reader hears it too. Gives what takes it away. */
export function sayWorking(form: HTMLFormElement, says: string): () => void {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.dataset['testid'] = 'proof-of-work';
  status.className = 'text-ink-soft';
  const button = form.querySelector('[aria-busy="true"]');
  if (button === null) form.append(status);
  else button.after(status);
  // A live region tells what changes in it, not what it came with.
  const timer = setTimeout(() => (status.textContent = says), untilHeard);
  return () => {
    clearTimeout(timer);
    status.remove();
  };
}
