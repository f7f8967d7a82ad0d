'use client';

import { Button } from './button';
import { useCopyText } from './use-copy-text';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly doneLabel: string;
  /** Shown when the browser refuses to copy: how to have the text all the same. */
  readonly refusedLabel: string;
  /** The accessible name, which names the copied text; by default the label. */
  readonly fullLabel?: string;
  /** `inline`: beside the text, as a link is. */
  readonly look?: 'button' | 'inline';
}

/**
 * Copies a text, and says so beside the button: a live region inside a button is no part of its name. Hidden without scripts: the text itself can be
 * selected with one click.
 */
export function CopyButton({ text, label, doneLabel, refusedLabel, fullLabel, look = 'button' }: CopyButtonProps) {
  const [said, copy] = useCopyText(text, { copied: doneLabel, refused: refusedLabel });
  const name = said === '' ? fullLabel : undefined;
  const shown = said || label;
  const status = (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
  if (look === 'button') {
    return (
      <div className="grid noscript:hidden">
        <Button type="button" variant="secondary" aria-label={name} onClick={() => void copy()}>
          {shown}
        </Button>
        {status}
      </div>
    );
  }
  return (
    <span className="shrink-0 print:hidden noscript:hidden">
      <button
        type="button"
        aria-label={name}
        onClick={() => void copy()}
        className="text-accent-ink min-h-tap min-w-tap -my-2.5 cursor-pointer text-end font-sans text-sm font-semibold underline underline-offset-4"
      >
        {shown}
      </button>
      {status}
    </span>
  );
}
