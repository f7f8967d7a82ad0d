import { drawCode, type PayCode } from './draw-code';

interface PayCodeFigureProps {
  readonly code: PayCode;
  readonly label: string;
}

/** On white in dark mode too: scanners need dark on light. */
const ground = 'border-line rounded-lg border bg-white text-black';

/** A counter's barcode with its text, and nothing else, inside. */
export function BarcodeFigure({ code, label }: PayCodeFigureProps) {
  return (
    <figure data-testid="counter-barcode" data-text={code.text} className={`${ground} p-5`}>
      <div
        role="img"
        aria-label={label}
        className="[&>svg]:mx-auto [&>svg]:h-24 [&>svg]:w-full [&>svg]:max-w-96"
        dangerouslySetInnerHTML={{ __html: drawCode(code) ?? '' }}
      />
      <figcaption className="figures mt-3 text-center font-semibold tracking-wide break-all">{code.text}</figcaption>
    </figure>
  );
}

/** A QR code; its payload stands beside it for whoever reads the page by a program. */
export function QrFigure({ code, label }: PayCodeFigureProps) {
  return (
    <figure data-testid="duitnow-qr" data-payload={code.text} className={`${ground} p-6`}>
      <div
        role="img"
        aria-label={label}
        className="[&>svg]:mx-auto [&>svg]:h-auto [&>svg]:w-full [&>svg]:max-w-72"
        dangerouslySetInnerHTML={{ __html: drawCode(code) ?? '' }}
      />
    </figure>
  );
}
