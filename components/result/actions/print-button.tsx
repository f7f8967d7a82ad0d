'use client';

import { Button, type ButtonVariant } from '@/components/ui/button';

interface PrintButtonProps {
  readonly label: string;
  readonly variant?: ButtonVariant;
}

/** Prints the page as a receipt. Hidden without scripts, where the browser's menu prints it. */
export function PrintButton({ label, variant = 'secondary' }: PrintButtonProps) {
  return (
    <div className="grid noscript:hidden">
      <Button type="button" variant={variant} onClick={() => window.print()}>
        {label}
      </Button>
    </div>
  );
}
