'use client';

import { useState } from 'react';

/** Returns whether a text was copied to the clipboard, and the function that copies it. */
export function useCopyText(text: string): readonly [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // The browser may refuse.
    await navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return [isCopied, copy];
}
