import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { Button } from '@/components/ui/button';
import { DescriptionList } from '@/components/ui/description-list';
import { Panel } from '@/components/ui/panel';
import { Spinner } from '@/components/ui/spinner';
import { formatRinggit } from '@/lib/domain/money';
import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { listAccountRow, listAccountRows } from '../account-rows';

/**
 * Submits the form as soon as it is parsed, before hydration. A payer who returns with the back button is not sent to the bank again, but
 * to `returnHref`.
 */
const autoSubmitScript = `(function () {
  var form = document.getElementById('gateway');
  function goBack() { location.replace(form.dataset.back); }
  var navigation = performance.getEntriesByType('navigation')[0];
  addEventListener('pageshow', function (event) { if (event.persisted) goBack(); });
  if (navigation && navigation.type === 'back_forward') goBack();
  else HTMLFormElement.prototype.submit.call(form);
})();`;

interface GatewayRedirectScreenProps {
  readonly page: Pick<PaymentPage, 'total' | 'productName' | 'accountEnding' | 'accounts'>;
  /** The name of the bank or wallet that was chosen; null: none was chosen here. */
  readonly destination: string | null;
  /** Where a payer who comes back with the back button goes. */
  readonly returnHref: string;
  readonly request: GatewayRequest;
  readonly nonce: string | undefined;
}

/** Redirects to a gateway with its own form fields: at once by a script, by a button without scripts, and out of a partner's frame. */
export function GatewayRedirectScreen({ page, destination, returnHref, request, nonce }: GatewayRedirectScreenProps) {
  const t = useTranslations('gatewayRedirect');
  const payment = useTranslations('payment');
  return (
    <PageShell title={t('title')} lead={t('text')}>
      <Panel>
        <DescriptionList
          rows={[
            { term: t('product'), value: page.productName },
            ...listAccountRow(page, payment('account')),
            ...listAccountRows(page, payment('account')),
            {
              term: t('destination'),
              value: (
                <>
                  {destination === null ? null : <span className="block">{destination}</span>}
                  <span className="block">{new URL(request.url).host}</span>
                </>
              ),
              testId: 'gateway-destination',
            },
            { term: t('amount'), value: formatRinggit(page.total), strong: true },
          ]}
        />
        <form
          id="gateway"
          method={request.method}
          action={request.url}
          target="_top"
          data-back={returnHref}
          className="mt-5"
        >
          {Object.entries(request.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button full testId="continue">
            {t('continue')}
          </Button>
        </form>
        <p className="text-ink-soft mt-4 flex items-center gap-2 noscript:hidden">
          <Spinner />
          {t('wait')}
        </p>
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: autoSubmitScript }} />
      </Panel>
    </PageShell>
  );
}
