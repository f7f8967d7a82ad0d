import { writePrintFooter } from '@/lib/domain/receipt/print-footer';
import type { ReceiptDocument } from '@/lib/domain/receipt/receipt-document';

interface PrintFooterProps {
  readonly footer: ReceiptDocument['pageFooter'];
  readonly nonce: string | undefined;
}

/** Prints on each sheet which receipt it is and the sheet's number. */
export function PrintFooter({ footer, nonce }: PrintFooterProps) {
  // Browsers hide a nonce from scripts, so React cannot compare it during hydration.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {writePrintFooter(footer)}
    </style>
  );
}
