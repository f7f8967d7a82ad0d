/** The simulators' own controls, as the backend's sandbox uses them. */
export interface SimulatorsClient {
  reset(): Promise<void>;
  /** Sets how far the banks' clock is ahead of the real one, ms. */
  setClock(offsetMs: number): Promise<void>;
  /** Ends what was left pending; the bank tells us by its own signed callback. Gives false when it knows no such payment to end. */
  settle(number: string, outcome: 'successful' | 'failed'): Promise<boolean>;
  setBankOnline(bankId: string, online: boolean): Promise<void>;
}

const timeoutMs = 15_000;

/** Speaks to the simulators. One that is not running is left alone, but for settling: that needs it. */
export function createSimulatorsClient(banksOrigin: string): SimulatorsClient {
  async function post(path: string, body: object): Promise<number> {
    const response = await fetch(new URL(path, banksOrigin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  }
  const ifRunning = async (work: Promise<number>) => void (await work.catch(() => 0));
  return {
    reset: () => ifRunning(post('/control/reset', {})),
    setClock: (offsetMs) => ifRunning(post('/control/clock', { offsetMs })),
    setBankOnline: (bankId, online) => ifRunning(post('/control/banks', { bankId, online })),
    settle: async (number, outcome) => (await post('/control/settle', { number, outcome })) === 200,
  };
}
