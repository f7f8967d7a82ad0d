import { useTranslations } from 'next-intl';

/** The biller's receipt number, which one click selects. */
export function ReceiptNumber({ number }: { readonly number: string }) {
  const t = useTranslations('result.posting');
  return t.rich('receiptNumber', {
    number: () => (
      <span data-testid="receipt-number" className="font-mono break-all select-all">
        {number}
      </span>
    ),
  });
}
