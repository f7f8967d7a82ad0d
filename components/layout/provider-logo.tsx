/** The bundled logo of the provider, in the accent and text colours. */
function BundledLogo() {
  return (
    <svg viewBox="0 0 124 36" width="124" height="36" aria-hidden="true" className="h-9 w-auto">
      <g fill="none" strokeLinecap="round" strokeWidth="3.4" className="stroke-accent-ink">
        <path d="M5 15.5a13.5 13.5 0 0 0 15.5 15.5" />
        <path d="M5 15.5 20.5 31" />
        <path d="M15.5 13.5a7 7 0 0 1 7 7" />
        <path d="M15.5 5.5a15 15 0 0 1 15 15" />
      </g>
      <circle cx="15" cy="21" r="2.6" className="fill-accent-ink" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="3.6" stroke="currentColor">
        <path d="M42 20h14a7 7 0 1 0-2.2 5" />
        <path d="M65 6v20m0-6a7 7 0 1 1 14 0 7 7 0 0 1-14 0" />
        <path d="M88 13v14M98 6v21M108 6v21" />
      </g>
      <circle cx="88" cy="7" r="2.3" className="fill-accent-ink" />
    </svg>
  );
}

interface ProviderLogoProps {
  /** Null for the bundled logo. */
  logoUrl: string | null;
  /** Shown when the partner's logo does not load. */
  partnerName: string | null;
  /** Null for no link: a kiosk must not link elsewhere. */
  homeHref: string | null;
  /** The name of the link, or of the logo without one. */
  label: string;
}

const boxClasses = 'min-h-tap min-w-tap text-ink flex items-center rounded-sm no-underline';

/** The logo of the provider or partner, a link to home. A partner's logo has a white background in dark mode too. */
export function ProviderLogo({ logoUrl, partnerName, homeHref, label }: ProviderLogoProps) {
  const logo =
    logoUrl === null ? (
      <BundledLogo />
    ) : (
      // A plain image, because the URL may be the partner's. When it does not load, browsers show the alt text.
      <img
        src={logoUrl}
        alt={partnerName ?? label}
        width="140"
        height="36"
        className="h-9 w-35 rounded-sm bg-white object-contain object-left p-0.5 text-sm leading-tight font-semibold text-black"
      />
    );
  return homeHref === null ? (
    <span role="img" aria-label={partnerName ?? label} data-testid="provider-logo" className={boxClasses}>
      {logo}
    </span>
  ) : (
    <a href={homeHref} aria-label={label} data-testid="provider-logo" className={boxClasses}>
      {logo}
    </a>
  );
}
