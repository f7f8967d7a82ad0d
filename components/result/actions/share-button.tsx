'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';

interface ShareButtonProps {
  readonly label: string;
  /** Said where the text was copied, as the browser or its frame would not share it. */
  readonly copiedLabel: string;
  readonly text: string;
}

/**
 * Opens the phone's own sheet of ways to pass a text on. It stands on every touch screen, so that nothing moves once a script knows what
 * the browser can do; where that is not sharing, the text is copied.
 */
export function ShareButton({ label, copiedLabel, text }: ShareButtonProps) {
  const [isCopied, setIsCopied] = useState(false);

  async function share() {
    try {
      await navigator.share({ text });
    } catch (error) {
      // The payer has thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await navigator.clipboard.writeText(text).then(() => setIsCopied(true));
    }
  }

  return (
    <div className="hidden pointer-coarse:grid pointer-coarse:noscript:hidden">
      <Button type="button" variant="secondary" onClick={() => void share().catch(() => undefined)}>
        <span role="status">{isCopied ? copiedLabel : label}</span>
      </Button>
    </div>
  );
}
