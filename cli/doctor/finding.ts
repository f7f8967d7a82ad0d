/** What one check of a deployment found: all is well, or what to do. */
export interface Finding {
  readonly about: string;
  readonly isGood: boolean;
  readonly says: string;
}

export function good(about: string, says: string): Finding {
  return { about, isGood: true, says };
}

export function bad(about: string, says: string): Finding {
  return { about, isGood: false, says };
}

/** Milliseconds that a check waits for an answer. */
export const timeLimit = 5_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** When it came, ms since 1970, and how long it took, ms. */
  readonly at: number;
  readonly took: number;
}

/** Asks an address; null when nothing answers in time. Redirects are not followed. */
export async function ask(address: string): Promise<Answer | null> {
  const began = Date.now();
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
    });
    const text = await response.text();
    const at = Date.now();
    return { status: response.status, body: readJson(text), at, took: at - began };
  } catch {
    return null;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
