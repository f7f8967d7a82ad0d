import type { KeyObject } from 'node:crypto';
import { messageTokens, type FpxKind } from './banks';
import { buildChecksumSource, isUnambiguous, verifyChecksum } from './checksum';
import { readNameValuePairs } from './name-value-pairs';

/** Parses `ID~A,ID~B`: A is online, anything else offline. */
function readOffline(bankList: string): ReadonlySet<string> {
  const entries = bankList.split(',').map((entry) => entry.trim().split('~'));
  return new Set(entries.flatMap(([id, status]) => (id && status !== undefined && status !== 'A' ? [id] : [])));
}

/** Returns the URL-encoded bank list: some of FPX's hosts sign the encoded list, others the decoded one. */
function rawBankList(text: string): string {
  return /(?:^|&)fpx_bankList=([^&\s]*)/.exec(text.trim())?.[1] ?? '';
}

/** Verifies and parses a BC, the response to a BE: returns the ids of the offline banks; null for anything else. */
export function readBankList(
  text: string,
  kind: FpxKind,
  trust: { readonly sellerExId: string; readonly publicKey: KeyObject },
): ReadonlySet<string> | null {
  const fields = readNameValuePairs(text);
  if (!fields || fields.fpx_msgType !== 'BC' || fields.fpx_sellerExId !== trust.sellerExId) return null;
  if (fields.fpx_msgToken !== messageTokens[kind]) return null;
  const checksum = fields.fpx_checkSum ?? '';
  const isSigned = [fields, { ...fields, fpx_bankList: rawBankList(text) }].some(
    (list) => isUnambiguous('BC', list) && verifyChecksum(buildChecksumSource('BC', list), checksum, trust.publicKey),
  );
  if (!isSigned) return null;
  // Some hosts encode it twice. URLSearchParams decodes it, and never throws, unlike decodeURIComponent.
  const list = fields.fpx_bankList ?? '';
  return readOffline(list.includes('%') ? (new URLSearchParams(`list=${list}`).get('list') ?? '') : list);
}
