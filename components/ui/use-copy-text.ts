'use client';

import { useEffect, useState } from 'react';

/** Milliseconds for which a copied text is said to be copied. */
const shownFor = 3_000;

/** Returns whether a text was just copied to the clipboard, and the function that copies it. */
export function useCopyText(text: string): readonly [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    // The browser may refuse.
    await navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return [isCopied, copy];
}
