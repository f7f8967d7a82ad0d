import { drawCodeSvg, type PresentmentCode } from './draw-code';

interface CodeFigureProps {
  readonly code: PresentmentCode;
  readonly label: string;
}

/** White in dark mode too: scanners need dark on light. */
const background = 'border-line rounded-lg border bg-white text-black';

/** A counter barcode with its text. */
export function BarcodeFigure({ code, label }: CodeFigureProps) {
  return (
    <figure data-testid="counter-barcode" data-text={code.text} className={`${background} p-5`}>
      <div
        role="img"
        aria-label={label}
        className="[&>svg]:mx-auto [&>svg]:h-24 [&>svg]:w-full [&>svg]:max-w-96"
        dangerouslySetInnerHTML={{ __html: drawCodeSvg(code) ?? '' }}
      />
      <figcaption className="figures mt-3 text-center font-semibold tracking-wide break-all">{code.text}</figcaption>
    </figure>
  );
}

/** A QR code, with its payload in `data-payload` for test suites. */
export function QrFigure({ code, label }: CodeFigureProps) {
  return (
    <figure data-testid="duitnow-qr" data-payload={code.text} className={`${background} p-6`}>
      <div
        role="img"
        aria-label={label}
        className="[&>svg]:mx-auto [&>svg]:h-auto [&>svg]:w-full [&>svg]:max-w-72"
        dangerouslySetInnerHTML={{ __html: drawCodeSvg(code) ?? '' }}
      />
    </figure>
  );
}
