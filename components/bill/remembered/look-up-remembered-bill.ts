import { parseFoundBill, type FoundBill } from '@/lib/domain/bill/parse-remembered-bill';
import { actions } from '@/lib/routes';
import { rememberedBillStorageKey } from '@/lib/stores/forget-remembered-bill';

/** Milliseconds between two look-ups of the account by this tab: what was found is shown again meanwhile. */
export const lookUpInterval = 3 * 60_000;
/** Milliseconds. The payer did not ask for it, so an answer that comes later is of no use. */
const timeout = 15_000;

interface StoredAnswer {
  readonly accountNumber: string;
  /** When the server was asked, in milliseconds. */
  readonly at: number;
  /** Null: it has not told of a bill. */
  readonly found: unknown;
}

function isStoredAnswer(value: unknown): value is StoredAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['accountNumber', 'at', 'found'].every((name) => name in value) &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

function readAnswer(): StoredAnswer | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(rememberedBillStorageKey) ?? '');
    return isStoredAnswer(stored) ? stored : null;
  } catch {
    return null;
  }
}

function storeAnswer(answer: StoredAnswer): void {
  try {
    window.sessionStorage.setItem(rememberedBillStorageKey, JSON.stringify(answer));
  } catch {
    // Storage may be refused: the server's limits still hold.
  }
}

async function ask(accountNumber: string): Promise<FoundBill | null> {
  try {
    const response = await fetch(actions.lookUpRemembered, {
      method: 'POST',
      body: new URLSearchParams({ accountNumber }),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeout),
    });
    return response.ok ? parseFoundBill(await response.json()) : null;
  } catch {
    return null;
  }
}

/**
 * Looks up the bill of the remembered account, at most once in `lookUpInterval` in this tab. Takes the time in milliseconds. Returns null after a limit
 * or a fault, of which nobody is told: the payer has asked for nothing. Never throws.
 */
export async function lookUpRememberedBill(accountNumber: string, now: number): Promise<FoundBill | null> {
  const stored = readAnswer();
  const age = stored === null ? Infinity : now - stored.at;
  if (stored?.accountNumber === accountNumber && age >= 0 && age < lookUpInterval) return parseFoundBill(stored.found);
  storeAnswer({ accountNumber, at: now, found: null });
  const found = await ask(accountNumber);
  storeAnswer({ accountNumber, at: now, found });
  return found;
}
