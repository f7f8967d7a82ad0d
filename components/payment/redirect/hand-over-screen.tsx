import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { Button } from '@/components/ui/button';
import { DescriptionList } from '@/components/ui/description-list';
import { Panel } from '@/components/ui/panel';
import { Spinner } from '@/components/ui/spinner';
import { formatRinggit } from '@/lib/domain/money';
import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/**
 * Sends the form as soon as it has been read, whether or not the page's own scripts have come. A payer who comes back to this page
 * with the back button is not sent to the bank again, but to where the payment stands.
 */
const sendAtOnce = `(function () {
  var form = document.getElementById('gateway');
  function leave() { location.replace(form.dataset.back); }
  var visit = performance.getEntriesByType('navigation')[0];
  addEventListener('pageshow', function (event) { if (event.persisted) leave(); });
  if (visit && visit.type === 'back_forward') leave();
  else HTMLFormElement.prototype.submit.call(form);
})();`;

interface HandOverScreenProps {
  readonly page: Pick<PaymentPage, 'total' | 'productName'>;
  /** Where a payer who comes back is shown how it stands. */
  readonly back: string;
  readonly request: GatewayRequest;
  readonly nonce: string | undefined;
}

/** Between us and a gateway: posts the gateway's own fields, by script at once, by a button without; out of a partner's frame, too. */
export function HandOverScreen({ page, back, request, nonce }: HandOverScreenProps) {
  const t = useTranslations('handOver');
  return (
    <PageShell title={t('title')} lead={t('text')}>
      <Panel>
        <DescriptionList
          rows={[
            { term: t('product'), value: page.productName },
            { term: t('destination'), value: new URL(request.url).host },
            { term: t('amount'), value: formatRinggit(page.total), strong: true },
          ]}
        />
        <form id="gateway" method={request.method} action={request.url} target="_top" data-back={back} className="mt-5">
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
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sendAtOnce }} />
      </Panel>
    </PageShell>
  );
}
