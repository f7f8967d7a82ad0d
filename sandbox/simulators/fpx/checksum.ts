import { sign, verify } from 'node:crypto';

/*
 * The simulator's own implementation of FPX 7.0, written from the published messages and sharing no code with the gateway, so that both do
 * not make the same mistake.
 */

const paymentRequest =
  'buyerAccNo buyerBankBranch buyerBankId buyerEmail buyerIban buyerId buyerName makerName msgToken msgType productDesc ' +
  'sellerBankCode sellerExId sellerExOrderNo sellerId sellerOrderNo sellerTxnTime txnAmount txnCurrency version';

const signedNames = {
  AR: paymentRequest,
  AE: paymentRequest,
  AC:
    'buyerBankBranch buyerBankId buyerIban buyerId buyerName creditAuthCode creditAuthNo debitAuthCode debitAuthNo fpxTxnId ' +
    'fpxTxnTime makerName msgToken msgType sellerExId sellerExOrderNo sellerId sellerOrderNo sellerTxnTime txnAmount txnCurrency',
  BE: 'msgToken msgType sellerExId version',
  BC: 'bankList msgToken msgType sellerExId',
} as const;

type Message = Readonly<Record<string, string>>;

function sourceOf(type: keyof typeof signedNames, message: Message): Buffer {
  const values: string[] = [];
  for (const name of signedNames[type].split(' ')) values.push(message[`fpx_${name}`] ?? '');
  return Buffer.from(values.join('|'));
}

/** Whether the merchant signed this message. */
export function isMerchantsMessage(type: 'AR' | 'AE' | 'BE', message: Message, merchantKey: string): boolean {
  const checksum = message.fpx_checkSum ?? '';
  return (
    /^(?:[0-9A-F]{2}){64,512}$/.test(checksum) &&
    verify('sha1', sourceOf(type, message), merchantKey, Buffer.from(checksum, 'hex'))
  );
}

/** Returns the message with the simulated FPX's checksum. */
export function signAsFpx(type: 'AC' | 'BC', message: Message, fpxKey: string): Record<string, string> {
  const checksum = sign('sha1', sourceOf(type, message), fpxKey).toString('hex').toUpperCase();
  return { ...message, fpx_checkSum: checksum };
}
