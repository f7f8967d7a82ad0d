import 'server-only';
import bwip from 'bwip-js/node';
import { GroupedCode } from '@/components/ui/grouped-code';

/** A bill's barcode (Code 128) with its text, rendered on the server. Text that Code 128 cannot encode is shown without bars. */
export function BillBarcode({
  text,
  label,
  hint,
}: {
  readonly text: string;
  readonly label: string;
  readonly hint: string;
}) {
  const widths = encodeBarcode(text);
  return (
    <figure data-testid="bill-barcode">
      {widths === null ? null : (
        // On white in dark mode too: scanners need dark bars on a light background.
        <div role="img" aria-label={label} className="rounded-md bg-white p-4">
          <Bars widths={widths} />
        </div>
      )}
      <figcaption className="mt-2 text-center text-sm text-balance">
        <span className="figures block font-medium tracking-wide">
          <GroupedCode text={text} />
        </span>
        <span className="text-ink-soft">{hint}</span>
      </figcaption>
    </figure>
  );
}

/** Returns the widths of the bars and of the spaces between them in turn, in modules. bwip-js encodes in a fraction of the time that it draws in. */
function encodeBarcode(text: string): readonly number[] | null {
  // Printable ASCII only: it is what Code 128 holds, and `parsefnc` stays off so that nothing in it is a command.
  if (!/^[\x20-\x7e]{1,80}$/.test(text)) return null;
  const [symbol] = bwip.raw('code128', text, {});
  return symbol !== undefined && 'sbs' in symbol ? symbol.sbs : null;
}

function Bars({ widths }: { readonly widths: readonly number[] }) {
  let total = 0;
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${total} 0h${width}v1h-${width}z`;
    total += width;
  }
  return (
    <svg
      viewBox={`0 0 ${total} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mx-auto h-16 w-full max-w-80"
    >
      <path d={path} />
    </svg>
  );
}
