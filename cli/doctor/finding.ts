/** The result of one check of a deployment; for an error or a warning `message` has the remedy. */
export interface Finding {
  readonly subject: string;
  /** Nothing is wrong; a warning may be what the operator wants. */
  readonly isOk: boolean;
  readonly isWarning?: true;
  readonly message: string;
}

export function reportOk(subject: string, message: string): Finding {
  return { subject, isOk: true, message };
}

export function reportWarning(subject: string, message: string): Finding {
  return { subject, isOk: true, isWarning: true, message };
}

export function reportError(subject: string, message: string): Finding {
  return { subject, isOk: false, message };
}

/** Milliseconds until a check times out. */
export const checkTimeoutMs = 5_000;

export interface ProbeResponse {
  readonly status: number;
  readonly body: unknown;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

/** Requests a URL; null if there is no response in time. Does not follow redirects. */
export async function probe(url: string): Promise<ProbeResponse | null> {
  const start = Date.now();
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(checkTimeoutMs),
    });
    const text = await response.text();
    const at = Date.now();
    return { status: response.status, body: parseJson(text), at, durationMs: at - start };
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
