import { deviceStorage } from './device-storage';

/** The session storage key of what was typed in the form of the bill that this tab has shown last. */
export const billDraftStorageKey = 'ebill.bill';

/** Values by field name. */
export type BillDraft = Readonly<Record<string, string>>;

interface StoredDraft {
  /** The bill that it was typed for. */
  readonly bill: unknown;
  readonly fields: unknown;
}

const storage = deviceStorage<StoredDraft>('sessionStorage');
const version = 1;

/** At least 13 digits, as many as the shortest card number has. No field of a bill and no contact has so many. */
export const possibleCardNumber = /\d(?:[\s-]?\d){12}/;

/** Keeps what was typed for a bill, in place of what was typed for another. A card number that was typed into a wrong field is not kept. */
export function keepBillDraft(bill: string, fields: BillDraft): void {
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => !possibleCardNumber.test(value)));
  void storage.setItem(billDraftStorageKey, { state: { bill, fields: kept }, version });
}

/** Returns what was typed for a bill; nothing of another bill, and nothing that is not text. */
export function readBillDraft(bill: string): BillDraft {
  // `deviceStorage` is synchronous.
  const stored: unknown = storage.getItem(billDraftStorageKey);
  const state = typeof stored === 'object' && stored !== null && 'state' in stored ? stored.state : null;
  if (typeof state !== 'object' || state === null || !('bill' in state && 'fields' in state)) return {};
  const { fields } = state;
  if (state.bill !== bill || typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' && value.length <= 254 ? [[name, value]] : [],
    ),
  );
}
