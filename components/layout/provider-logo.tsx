import { bundledLogo } from '@/lib/domain/bundled-logo';

/** The bundled logo of the provider, in the accent and text colours. */
function BundledLogo() {
  const { width, height, mark, letters, dots } = bundledLogo;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="h-9 w-auto">
      <g fill="none" strokeLinecap="round" strokeWidth={mark.width} className="stroke-accent-ink">
        {mark.paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth={letters.width} stroke="currentColor">
        {letters.paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      {dots.map(({ x, y, radius }) => (
        <circle key={x} cx={x} cy={y} r={radius} className="fill-accent-ink" />
      ))}
    </svg>
  );
}

interface ProviderLogoProps {
  /** Null for the bundled logo. */
  logoUrl: string | null;
  /** Shown when the partner's logo does not load. */
  partnerName: string | null;
  /** Null for no link. */
  homeHref: string | null;
  /** The name of the link, or of the logo without one. */
  label: string;
}

const boxClasses = 'min-h-tap min-w-tap text-ink flex items-center rounded-sm no-underline';

/** The logo of the provider or partner, which may be a link to home. A partner's logo has a white background in dark mode too. */
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
    <span
      // A partner's image has its own name.
      {...(logoUrl === null && { role: 'img', 'aria-label': label })}
      data-testid="provider-logo"
      className={boxClasses}
    >
      {logo}
    </span>
  ) : (
    <a href={homeHref} aria-label={label} data-testid="provider-logo" className={boxClasses}>
      {logo}
    </a>
  );
}
