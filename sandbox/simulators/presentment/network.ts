import { randomInt } from 'node:crypto';
import { sandboxMerchant } from '../../keys';
import type { MerchantKey } from '../acquirer/signature';
import { readDuitNowPayload } from './emv';

/** The properties of one network. */
export interface PresentmentNetwork {
  readonly name: 'counter' | 'duitnow';
  readonly key: MerchantKey;
  /** The page's heading, and the reported place of payment. */
  readonly heading: string;
  readonly place: string;
  /** The field for the code. */
  readonly field: { readonly name: string; readonly label: string };
  readonly buttons: readonly {
    readonly value: string;
    readonly label: string;
    readonly state: 'approved' | 'declined';
  }[];
  /** Returns the code to be shown for a registration; null refuses it. */
  issueCode(registration: {
    readonly code: string | null;
    readonly number: string;
    readonly amount: number;
  }): string | null;
}

/** Sixteen digits: they fit Code 128's short form. */
function makeCounterText(): string {
  return Array.from({ length: 16 }, () => String(randomInt(10))).join('');
}

export function createPresentmentNetwork(name: PresentmentNetwork['name'], secret: string): PresentmentNetwork {
  const key = { keyId: sandboxMerchant.codeKeyId, secret };
  if (name === 'counter') {
    return {
      ...{ name, key, heading: 'Shop counter', place: 'Sandbox Counter' },
      field: { name: 'text', label: 'Text under the barcode' },
      buttons: [{ value: 'settle', label: 'Settle', state: 'approved' }],
      issueCode: ({ code }) => (code === null ? makeCounterText() : null),
    };
  }
  return {
    ...{ name, key, heading: 'DuitNow QR', place: 'Sandbox Bank' },
    field: { name: 'payload', label: 'Payload of the QR code' },
    buttons: [
      { value: 'approve', label: 'Approve', state: 'approved' },
      { value: 'decline', label: 'Decline', state: 'declined' },
    ],
    issueCode({ code, number, amount }) {
      const read = code === null ? null : readDuitNowPayload(code);
      return read?.reference === number && read.amountSen === amount ? code : null;
    },
  };
}
