import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { describeRebate, type AutoDebit } from '@/lib/domain/auto-debit';
import { actions } from '@/lib/routes';
import { EnableForm } from './enable-form';

interface AutoDebitOfferProps {
  readonly offer: AutoDebit;
  /** The result route that 'remind me later' returns to. */
  readonly returnTo: string;
  readonly idempotencyKeys: Readonly<Record<'enable' | 'later', string>>;
  /** Proves that the page showed the offer. */
  readonly offerToken: string;
}

const titleId = 'auto-debit-offer-title';

/**
 * The offer after a payment, with the title and message of the backend. A payer who ticked auto debit on the payment page only confirms
 * it: that is the next step, while an offer is second to the receipt. Specification, section 4: Auto debit.
 */
export function AutoDebitOffer({ offer, returnTo, idempotencyKeys, offerToken }: AutoDebitOfferProps) {
  const t = useTranslations('autoDebit');
  const { isRequested } = offer;
  const rebate = describeRebate(offer.rebate);
  const text = isRequested ? t('finishText') : offer.message;
  // A partner's own message may not name the rebate; that of `messages/` does.
  const showsRebate = rebate.months > 0 && !text.includes(`RM${rebate.amount} `);
  return (
    <section data-testid="auto-debit-offer" aria-labelledby={titleId} className="sheet print:hidden">
      <h2 id={titleId} className="text-xl">
        {isRequested ? t('finishTitle') : offer.title}
      </h2>
      <p className="mt-2">{text}</p>
      {showsRebate ? <p className="text-accent-ink mt-2 font-semibold">{t('rebate', rebate)}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3 *:grow">
        <EnableForm
          refid={offer.refid}
          leavesFrame={offer.flow === 'ulm'}
          idempotencyKey={idempotencyKeys.enable}
          offerToken={offerToken}
        >
          <Button full variant={isRequested ? 'primary' : 'secondary'} testId="auto-debit-enable">
            {isRequested ? t('finish') : t('enable')}
          </Button>
        </EnableForm>
        <form method="post" action={actions.snoozeAutoDebit} className="grid">
          <input type="hidden" name="refid" value={offer.refid} />
          <input type="hidden" name="returnTo" value={returnTo} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKeys.later} />
          <input type="hidden" name="offerToken" value={offerToken} />
          <Button variant="quiet" testId="auto-debit-later">
            {t('later')}
          </Button>
        </form>
      </div>
    </section>
  );
}
