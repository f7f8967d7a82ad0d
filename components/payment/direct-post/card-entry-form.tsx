'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { CardFields, type CardConstraints } from '@/components/payment/card/card-fields';
import { createBackendClock } from '@/components/payment/card/backend-clock';
import { TimeWarning } from '@/components/payment/page/time-warning';
import { useReloadWhenRestored } from '@/components/payment/page/use-reload-when-restored';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { postByBrowser } from '@/components/forms/submission/post-by-browser';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { ButtonLabel } from '@/components/ui/button-label';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { useHydrated } from '@/components/ui/use-hydrated';
import { StickyBar } from '@/components/ui/sticky-bar';
import {
  directCvvPattern,
  directExpiryPattern,
  directNameMaxLength,
  directNamePattern,
  directNumberPattern,
} from '@/lib/domain/forms/direct-card-limits';
import { formatRinggit } from '@/lib/domain/money';
import type { DirectPost } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';

interface CardEntryFormProps {
  readonly page: Pick<PaymentPage, 'total' | 'serverTime'>;
  readonly directPost: DirectPost;
}

const loadRules = () => import('@/lib/domain/forms/direct-card-form');

/** What the browser checks without scripts. */
function useConstraints(): CardConstraints {
  const t = useTranslations('validation');
  return {
    number: { required: true, pattern: directNumberPattern, title: t('cardNumberInstalments') },
    expiry: { required: true, pattern: directExpiryPattern, title: t('cardExpiry') },
    cvv: { required: true, pattern: directCvvPattern, title: t('cardCvv') },
    name: { required: true, pattern: directNamePattern, title: t('cardNameLatin'), maxLength: directNameMaxLength },
  };
}

/**
 * The fields of a card, which the browser posts straight to the gateway: none of them is ever sent to this site. With scripts they are formatted
 * and validated first; without, the browser checks them by their attributes.
 */
export function CardEntryForm({ page, directPost }: CardEntryFormProps) {
  const t = useTranslations('payment');
  const entry = useTranslations('cardEntry');
  const { url, fieldNames: names, saveField } = directPost;
  const { loadSchema, prepare } = useMemo(() => {
    const now = createBackendClock(page.serverTime);
    return {
      loadSchema: async () => (await loadRules()).directCardFormSchema(names, now()),
      prepare: async (fields: URLSearchParams) => {
        const read = (await loadRules()).readDirectCard(Object.fromEntries(fields), names, now());
        return read.ok ? new URLSearchParams(read.value) : fields;
      },
    };
  }, [names, page.serverTime]);
  const isHydrated = useHydrated();
  const payButton = useRef<HTMLButtonElement>(null);
  useReloadWhenRestored();
  const total = formatRinggit(page.total);
  return (
    <Panel>
      <Form
        id="card"
        action={url}
        post={postByBrowser}
        target="_top"
        // Without scripts the browser checks the fields.
        noValidate={isHydrated}
        state={emptyFormState}
        fieldOrder={[names.number, names.expiry, names.cvv, names.name]}
        loadSchema={loadSchema}
        prepare={prepare}
        className="grid gap-4"
      >
        <p className="hidden font-semibold noscript:block">{entry('numberDigits')}</p>
        <CardFields
          names={names}
          brands={['visa', 'mastercard']}
          brandsLabel={t('cardsAcceptedInstalments')}
          wasSubmitted={false}
          constraints={useConstraints()}
        />
        {saveField === undefined ? null : (
          <CheckboxField name={saveField} value="on" label={t('saveCard')} hint={entry('saveHint')} defaultChecked />
        )}
        <p className="text-ink-soft flex items-start gap-2 text-sm">
          <Icon name="lock" />
          {entry('note', { host: new URL(url).host })}
        </p>
        <StickyBar
          total={{ label: t('total'), amount: total, testId: 'total-amount' }}
          note={<TimeWarning payButton={payButton} />}
        >
          <SubmitButton ref={payButton} full icon="lock" testId="pay" busyLabel={t('paying')}>
            <ButtonLabel>{t('pay', { amount: total })}</ButtonLabel>
          </SubmitButton>
        </StickyBar>
      </Form>
    </Panel>
  );
}
