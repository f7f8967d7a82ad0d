import 'server-only';
import { toSVG } from 'bwip-js/node';

/** A bill's barcode (Code 128) with its text, rendered on the server. Text that Code 128 cannot encode is shown without bars. */
export function BillBarcode({
  text,
  label,
  hint,
}: {
  readonly text: string;
  readonly label: string;
  /** Null when the barcode cannot be used to pay: nothing is due, or the account is closed. */
  readonly hint: string | null;
}) {
  const svg = drawBarcode(text);
  return (
    <figure data-testid="bill-barcode">
      {svg === null ? null : (
        <div
          role="img"
          aria-label={label}
          // White in dark mode too: scanners need dark bars on a light background.
          className="rounded-md bg-white p-4 [&>svg]:mx-auto [&>svg]:h-16 [&>svg]:w-full [&>svg]:max-w-80"
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      )}
      <figcaption className="mt-2 text-center text-sm text-balance">
        <span className="figures block font-medium tracking-widest">{text}</span>
        {hint === null ? null : <span className="text-ink-soft">{hint}</span>}
      </figcaption>
    </figure>
  );
}

function drawBarcode(text: string): string | null {
  // Printable ASCII only, which Code 128 encodes; `parsefnc` stays off, so nothing in it is a command.
  if (!/^[\x20-\x7e]{1,80}$/.test(text)) return null;
  return toSVG({ bcid: 'code128', text, height: 12 }).replace(
    '<svg ',
    '<svg preserveAspectRatio="none" aria-hidden="true" ',
  );
}
