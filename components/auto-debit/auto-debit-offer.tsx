import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { formatLimitFigure } from '@/lib/domain/money';
import { actions } from '@/lib/routes';
import { EnableForm } from './enable-form';

interface AutoDebitOfferProps {
  readonly offer: AutoDebit;
  /** The result route to which 'later' comes back. */
  readonly returnTo: string;
  readonly idempotencyKeys: Readonly<Record<'enable' | 'later', string>>;
  /** Opens over the page by itself; a payer who is about to be taken back to a partner is not stopped. */
  readonly popsUp: boolean;
  readonly nonce: string | undefined;
}

const dialogId = 'auto-debit-offer';

/**
 * Lifts the dialog over the page as soon as it has been read, before the page's own scripts have come: later it would lie down under a
 * finger that is on its way. The browser keeps the focus in it and reads it out. Closed by Escape or its own button, it goes back into
 * the page, where it can still be taken. As nobody has opened it, the focus goes to what it lay over: the page's content, from its
 * beginning. Neither close() nor show() would do: the one's event comes when the dialog is up already, the other takes the focus.
 */
const liftDialog = `(function (dialog) {
  if (!dialog.showModal) return;
  dialog.removeAttribute('open');
  dialog.removeAttribute('data-waits');
  dialog.showModal();
  dialog.addEventListener('close', function () {
    dialog.setAttribute('open', '');
    document.getElementById('main').focus({ preventScroll: true });
  });
})(document.getElementById('${dialogId}'))`;

/**
 * The offer after a payment, in the server's words. A section of the page without scripts, a dialog over it with them. Who has asked for
 * auto debit with the payment is not asked again: one button goes on. Specification, section 4: Auto debit.
 */
export function AutoDebitOffer({ offer, returnTo, idempotencyKeys, popsUp, nonce }: AutoDebitOfferProps) {
  const t = useTranslations('autoDebit');
  const { isAskedFor, rebate } = offer;
  const isLifted = popsUp && !isAskedFor;
  return (
    <>
      <dialog
        id={dialogId}
        open
        data-waits={isLifted ? '' : undefined}
        data-testid="auto-debit-offer"
        aria-labelledby={`${dialogId}-title`}
        aria-describedby={`${dialogId}-text`}
        className="offer sheet text-ink print:hidden"
      >
        <h2 id={`${dialogId}-title`} className="text-xl">
          {isAskedFor ? t('finishTitle') : offer.title}
        </h2>
        <p id={`${dialogId}-text`} className="mt-2">
          {isAskedFor ? t('finishText') : offer.message}
        </p>
        <p className="text-accent-ink mt-2 font-semibold">
          {t('rebate', { amount: formatLimitFigure(rebate.amount), months: rebate.months })}
        </p>
        <div className="mt-4 grid gap-3">
          <EnableForm id="enable-auto-debit" autoDebit={offer} idempotencyKey={idempotencyKeys.enable}>
            <Button full testId="auto-debit-enable">
              {isAskedFor ? t('finish') : t('enable')}
            </Button>
          </EnableForm>
          <form method="post" action={actions.remindOfAutoDebit} className="grid">
            <input type="hidden" name="refid" value={offer.refid} />
            <input type="hidden" name="returnTo" value={returnTo} />
            <input type="hidden" name="idempotencyKey" value={idempotencyKeys.later} />
            <Button variant="secondary" testId="auto-debit-later">
              {t('later')}
            </Button>
          </form>
          <form method="dialog" className="offer-close">
            <Button variant="quiet">{t('close')}</Button>
          </form>
        </div>
      </dialog>
      {isLifted ? (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: liftDialog }} />
      ) : null}
    </>
  );
}
