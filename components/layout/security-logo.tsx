import { useTranslations } from 'next-intl';

/** The security logo: a shield, with the name of the card industry's standard if the operator states that it complies. */
export function SecurityLogo({ isPciDssCompliant }: { readonly isPciDssCompliant: boolean }) {
  const t = useTranslations('layout');
  return (
    <span
      role="img"
      aria-label={t(isPciDssCompliant ? 'pciDss' : 'securePayment')}
      data-testid="security-logo"
      className="text-ink-soft flex items-center gap-1.5"
    >
      <svg viewBox="0 0 24 28" width="1.5rem" height="1.75rem" aria-hidden="true" className="shrink-0">
        <path d="M12 1.5 22 5v8c0 6.5-4.2 11-10 13.5C6.2 24 2 19.5 2 13V5z" className="fill-success" />
        <path
          d="m7.5 14 3.2 3.2L17 10.5"
          fill="none"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-surface"
        />
      </svg>
      {/* A phone has no room for it. */}
      <span aria-hidden="true" className="text-sm leading-tight font-bold tracking-wide max-sm:hidden">
        {isPciDssCompliant ? (
          <>
            PCI
            <br />
            DSS
          </>
        ) : (
          t('secure')
        )}
      </span>
    </span>
  );
}
