import { isBankId, messageTokens, type FpxKind } from './banks';
import { buildChecksumSource, isUnambiguous } from './checksum';
import { readNameValuePairs } from './name-value-pairs';
import type { FpxVerifier } from './public-keys';

/** Parses `ID~A,ID~B`: A is online, anything else offline. */
function readStatuses(bankList: string): ReadonlyMap<string, boolean> {
  const entries = bankList.split(',').map((entry) => entry.trim().split('~'));
  return new Map(
    entries.flatMap(([id = '', status]) => (isBankId(id) && status !== undefined ? [[id, status === 'A']] : [])),
  );
}

/** Returns the URL-encoded bank list: some of FPX's hosts sign the encoded list, others the decoded one. */
function rawBankList(text: string): string {
  return /(?:^|&)fpx_bankList=([^&\s]*)/.exec(text.trim())?.[1] ?? '';
}

/** Verifies and parses a BC, the response to a BE: returns whether each bank of the list is online, by its id; null for anything else. */
export function readBankList(
  text: string,
  kind: FpxKind,
  trust: { readonly sellerExId: string; readonly verify: FpxVerifier },
): ReadonlyMap<string, boolean> | null {
  const fields = readNameValuePairs(text);
  if (!fields || fields.fpx_msgType !== 'BC' || fields.fpx_sellerExId !== trust.sellerExId) return null;
  if (fields.fpx_msgToken !== messageTokens[kind]) return null;
  const checksum = fields.fpx_checkSum ?? '';
  const isSigned = [fields, { ...fields, fpx_bankList: rawBankList(text) }].some(
    (list) => isUnambiguous('BC', list) && trust.verify(buildChecksumSource('BC', list), checksum),
  );
  if (!isSigned) return null;
  // Some hosts encode it twice. URLSearchParams decodes it, and never throws, unlike decodeURIComponent.
  const list = fields.fpx_bankList ?? '';
  return readStatuses(list.includes('%') ? (new URLSearchParams(`list=${list}`).get('list') ?? '') : list);
}
