import { useTranslations } from 'next-intl';
import { GroupedCode } from '@/components/ui/grouped-code';
import { drawCodeSvg, type PresentmentCode } from './draw-code';

interface CodeFigureProps {
  readonly code: PresentmentCode;
  readonly label: string;
}

/** A counter barcode with its text. On white in dark mode too: scanners need dark on light. */
export function BarcodeFigure({ code, label }: CodeFigureProps) {
  return (
    <figure
      data-testid="counter-barcode"
      data-text={code.text}
      className="border-line rounded-lg border bg-white p-5 text-black"
    >
      <div
        role="img"
        aria-label={label}
        className="[&>svg]:mx-auto [&>svg]:h-24 [&>svg]:w-full [&>svg]:max-w-96"
        dangerouslySetInnerHTML={{ __html: drawCodeSvg(code) ?? '' }}
      />
      <figcaption className="figures mt-3 text-center font-semibold tracking-wide">
        <GroupedCode text={code.text} />
      </figcaption>
    </figure>
  );
}

/**
 * A DuitNow QR code in the frame by which payers know Malaysia's national QR, with its payload in `data-payload` for test suites. The frame is
 * drawn here: PayNet's own files are for its members.
 */
export function QrFigure({ code, label }: CodeFigureProps) {
  const t = useTranslations();
  return (
    <figure data-testid="duitnow-qr" data-payload={code.text} className="duitnow-frame mx-auto max-w-60 md:max-w-72">
      <p className="px-4 pt-1 pb-2 text-xl font-bold">{t('methods.duitnowQr')}</p>
      <div
        role="img"
        aria-label={label}
        className="rounded-t-md bg-white p-4 pb-3 [&>svg]:h-auto [&>svg]:w-full"
        dangerouslySetInnerHTML={{ __html: drawCodeSvg(code) ?? '' }}
      />
      <figcaption className="rounded-b-md bg-white px-2 pb-3 text-sm font-bold text-black">
        {t('waiting.nationalQr')}
      </figcaption>
    </figure>
  );
}

interface LinkCodeFigureProps {
  /** What the code opens. Absolute. */
  readonly url: string;
  readonly label: string;
  readonly caption: string | null;
}

/** The QR code of a link of ours, with the link in `data-url` for test suites. On white in dark mode too. */
export function LinkCodeFigure({ url, label, caption }: LinkCodeFigureProps) {
  return (
    <figure data-testid="continuation-qr" data-url={url} className="mx-auto max-w-72">
      <div
        role="img"
        aria-label={label}
        className="border-line rounded-lg border bg-white p-6 [&>svg]:h-auto [&>svg]:w-full"
        dangerouslySetInnerHTML={{ __html: drawCodeSvg({ kind: 'qr', text: url }) ?? '' }}
      />
      {caption === null ? null : (
        <figcaption data-testid="code-expiry" className="text-ink-soft mt-3 text-center">
          {caption}
        </figcaption>
      )}
    </figure>
  );
}
