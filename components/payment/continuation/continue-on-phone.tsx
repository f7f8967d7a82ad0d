import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { actions } from '@/lib/routes';

interface ContinueOnPhoneProps {
  readonly refid: string;
  readonly idempotencyKey: string;
  readonly label?: string;
  readonly variant?: 'secondary' | 'quiet';
}

/** Asks for the QR code that continues the payment on the payer's phone. */
export function ContinueOnPhone({ refid, idempotencyKey, label, variant = 'quiet' }: ContinueOnPhoneProps) {
  const t = useTranslations('continuation');
  return (
    <form method="post" action={actions.continueOnPhone} className="grid">
      <input type="hidden" name="refid" value={refid} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <Button variant={variant} testId="continue-on-phone">
        {label ?? t('title')}
      </Button>
    </form>
  );
}
