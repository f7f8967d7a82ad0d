'use client';

import { Button } from '@/components/ui/button';

/** Prints the page as a receipt. Hidden without scripts, where the browser's menu prints it. */
export function PrintButton({ label }: { readonly label: string }) {
  return (
    <div className="grid noscript:hidden">
      <Button type="button" variant="secondary" onClick={() => window.print()}>
        {label}
      </Button>
    </div>
  );
}
