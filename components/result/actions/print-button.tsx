'use client';

import { Button } from '@/components/ui/button';

/** Printing needs a script: without one there is no button, and the browser's own menu prints the same receipt. */
export function PrintButton({ label }: { readonly label: string }) {
  return (
    <div className="grid noscript:hidden">
      <Button type="button" variant="secondary" onClick={() => window.print()}>
        {label}
      </Button>
    </div>
  );
}
