'use client';

import { Button } from './button';
import { useCopyText } from './use-copy-text';

interface ShareButtonProps {
  readonly label: string;
  /** Shown when the text was copied because the browser cannot share it. */
  readonly copiedLabel: string;
  /** Shown when the browser neither shares nor copies it: how to send it all the same. */
  readonly refusedLabel: string;
  readonly text: string;
}

/**
 * Shares a text with the Web Share API, or copies it where that is missing. Shown on every touch screen, so that the layout does not shift
 * once a script knows what the browser supports.
 */
export function ShareButton({ label, copiedLabel, refusedLabel, text }: ShareButtonProps) {
  const [said, copy] = useCopyText(text, { copied: copiedLabel, refused: refusedLabel });

  async function share() {
    try {
      await navigator.share({ text });
    } catch (error) {
      // The payer closed the share dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy();
    }
  }

  return (
    <div className="hidden pointer-coarse:grid pointer-coarse:noscript:hidden">
      <Button type="button" onClick={() => void share().catch(() => undefined)}>
        {said || label}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
