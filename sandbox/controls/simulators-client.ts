import { z } from 'zod';

const modeSchema = z.object({ mode: z.string(), times: z.int() }).nullable();
const modesSchema = z.object({
  decisions: modeSchema,
  callbacks: modeSchema,
  refunds: modeSchema,
  charges: modeSchema,
});

/** How the next calls of a kind end at the simulators; null: as always. */
export type SimulatorModes = z.infer<typeof modesSchema>;

/** Client of the simulators' controls. */
export interface SimulatorsClient {
  reset(): Promise<void>;
  /** Sets the offset of the banks' clock from real time, ms. */
  setClock(offsetMs: number): Promise<void>;
  /** Settles a pending payment; the bank sends its signed callback. Returns false for a payment that is unknown or not pending. */
  settle(number: string, outcome: 'successful' | 'failed'): Promise<boolean>;
  /** The payer disputes a payment, or the dispute ends; the gateway sends its signed callback. Returns false where it reports no disputes. */
  dispute(number: string, dispute: { readonly outcome: string; readonly reason: string }): Promise<boolean>;
  /** Sets how the next `times` refunds at a gateway end. */
  setRefundMode(mode: string, times: number): Promise<void>;
  /** Sets how the next `times` charges without a payer end at the card acquirer. */
  setChargeMode(mode: string, times: number): Promise<void>;
  /** Sets what becomes of the gateways' next `times` callbacks. */
  setCallbackMode(mode: string, times: number): Promise<void>;
  /** Sets the button by which the next `times` payments at a bank's page end. */
  setDecision(button: string, times: number): Promise<void>;
  /** Returns the modes that are set; null while the simulators are not running. */
  listModes(): Promise<SimulatorModes | null>;
  setBankOnline(bankId: string, online: boolean): Promise<void>;
  /** Sets the outcome of the next `times` requests to the biller behind the GSMA Mobile Money API. */
  setBillerMode(mode: string, times: number): Promise<void>;
  /** Returns an account as that biller sees it; null if it has no such account. */
  describeBillerAccount(accountNumber: string): Promise<unknown>;
}

const timeoutMs = 15_000;

/** Only settling fails when the simulators are not running. */
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
    setRefundMode: async (mode, times) => void (await post('/control/refunds', { mode, times })),
    setChargeMode: async (mode, times) => void (await post('/control/charges', { mode, times })),
    setCallbackMode: async (mode, times) => void (await post('/control/callbacks', { mode, times })),
    setDecision: async (button, times) => void (await post('/control/decisions', { button, times })),
    async listModes() {
      try {
        const response = await fetch(new URL('/control/modes', banksOrigin), {
          signal: AbortSignal.timeout(timeoutMs),
        });
        return modesSchema.parse(await response.json());
      } catch {
        return null;
      }
    },
    setBankOnline: (bankId, online) => ifRunning(post('/control/banks', { bankId, online })),
    setBillerMode: async (mode, times) => void (await post('/control/biller', { mode, times })),
    describeBillerAccount: async (accountNumber) => {
      const url = new URL(`/control/biller/${accountNumber}`, banksOrigin);
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
      const account: unknown = await response.json();
      return response.ok ? account : null;
    },
    dispute: async (number, dispute) => (await post('/control/dispute', { number, ...dispute })) === 200,
    settle: async (number, outcome) => (await post('/control/settle', { number, outcome })) === 200,
  };
}
