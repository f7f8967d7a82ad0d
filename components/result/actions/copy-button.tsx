'use client';

import { useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** The accessible name, which names the copied text. */
  readonly fullLabel: string;
  readonly doneLabel: string;
}

/** Copies a reference. Hidden without scripts; the text itself can be selected with one click. */
export function CopyButton({ text, label, fullLabel, doneLabel }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setIsDone(true),
      () => setIsDone(false),
    );
  }

  return (
    <span className="shrink-0 print:hidden noscript:hidden">
      <button
        type="button"
        aria-label={isDone ? undefined : fullLabel}
        onClick={() => void copy()}
        className="text-accent-ink min-h-tap min-w-tap -my-2.5 cursor-pointer text-end font-sans text-sm font-semibold underline underline-offset-4"
      >
        <span role="status">{isDone ? doneLabel : label}</span>
      </button>
    </span>
  );
}
