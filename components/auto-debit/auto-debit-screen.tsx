import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { HomeLink } from '@/components/layout/home-link';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/fields/error-summary';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { cardVerificationPath } from '@/lib/routes';
import { CardForm } from './card-form';
import { AccountLinkingStep } from './account-linking-step';
import { GatewayCardForm } from './gateway-card-form';
import { SendPinForm } from './send-pin-form';

interface AutoDebitScreenProps {
  /** Null when there is no payment to register for. */
  readonly autoDebit: AutoDebit | null;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** The URL of the account-linking service; null until this visit has started the linking. */
  readonly authorizeUrl: string | null;
  /** This visit can go on to the issuer of the card that is being verified. */
  readonly canContinue: boolean;
  readonly isKiosk: boolean;
}

/** Auto debit registration: its state and its next step. */
export function AutoDebitScreen({ autoDebit, isKiosk, ...rest }: AutoDebitScreenProps) {
  const t = useTranslations('autoDebit');
  if (autoDebit?.state === 'registered') return <Registered autoDebit={autoDebit} isKiosk={isKiosk} />;
  if (autoDebit?.state === 'offered' && autoDebit.step === 'tries-exhausted')
    return <TriesExhausted isKiosk={isKiosk} />;
  if (autoDebit?.state === 'offered' && autoDebit.flow !== null) return <NextStep autoDebit={autoDebit} {...rest} />;
  return (
    <PageShell title={t('notOfferedTitle')} lead={t('notOfferedText')}>
      <HomeLink isKiosk={isKiosk} />
    </PageShell>
  );
}

interface RegisteredProps {
  readonly autoDebit: AutoDebit;
  readonly isKiosk: boolean;
}

function Registered({ autoDebit: { card, cardEntry, thankYou }, isKiosk }: RegisteredProps) {
  const t = useTranslations('autoDebit');
  const brands = useTranslations('cardBrands');
  return (
    <PageShell title={t('registeredTitle')}>
      <Notice tone="success">
        <p role="status" className="font-semibold">
          {thankYou}
        </p>
        {card ? (
          <>
            <p>{t('registeredCard', { brand: brands(card.brand), lastFour: card.lastFour })}</p>
            {cardEntry === 'own' ? <p>{t('registeredReversed')}</p> : null}
          </>
        ) : null}
      </Notice>
      <HomeLink isKiosk={isKiosk} />
    </PageShell>
  );
}

/** Specification, section 8: OTP attempts exceeded. */
function TriesExhausted({ isKiosk }: Pick<AutoDebitScreenProps, 'isKiosk'>) {
  const t = useTranslations();
  return (
    <PageShell title={t('autoDebit.notOfferedTitle')}>
      <ErrorSummary title={t('layout.errorSummaryTitle')} problems={[]} message={t('errors.otpAttemptsExceeded')} />
      <HomeLink isKiosk={isKiosk} />
    </PageShell>
  );
}

function NextStep(props: Omit<AutoDebitScreenProps, 'isKiosk'> & { readonly autoDebit: AutoDebit }) {
  const { autoDebit, form, idempotencyKey, authorizeUrl, canContinue } = props;
  const t = useTranslations('autoDebit');
  const layout = useTranslations('layout');
  const errors = useTranslations('errors');
  if (autoDebit.step === 'confirm') {
    return (
      <PageShell title={autoDebit.title} lead={autoDebit.message}>
        {autoDebit.flow === 'otp' ? (
          <SendPinForm autoDebit={autoDebit} form={form} idempotencyKey={idempotencyKey} />
        ) : (
          <>
            <ErrorSummary title={layout('errorSummaryTitle')} problems={[]} message={form.formError ?? undefined} />
            <AccountLinkingStep refid={autoDebit.refid} idempotencyKey={idempotencyKey} authorizeUrl={authorizeUrl} />
          </>
        )}
      </PageShell>
    );
  }
  const isRefused = autoDebit.wasCardRefused && Object.keys(form.fieldErrors).length === 0;
  const refused = isRefused ? errors('autoDebitFailed') : null;
  const isAtGateway = autoDebit.cardEntry === 'gateway';
  const cardForm = { form: { ...form, formError: form.formError ?? refused }, idempotencyKey };
  return (
    <PageShell title={t('cardTitle')} lead={isAtGateway ? t('cardAtGatewayText') : t('cardText')}>
      {autoDebit.step === 'card-check' && canContinue && !isAtGateway ? (
        <Panel title={t('issuerTitle')}>
          <p className="mb-4">{t('issuerText')}</p>
          <LinkButton href={cardVerificationPath(autoDebit.refid)}>{t('issuerContinue')}</LinkButton>
        </Panel>
      ) : null}
      {isAtGateway ? (
        <GatewayCardForm refid={autoDebit.refid} {...cardForm} />
      ) : (
        <CardForm
          autoDebit={{
            refid: autoDebit.refid,
            serverTime: autoDebit.serverTime,
            cardEncryptionKey: autoDebit.cardEncryptionKey,
          }}
          {...cardForm}
        />
      )}
    </PageShell>
  );
}
