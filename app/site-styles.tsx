'use client';

import { lazy, useState } from 'react';

interface SiteStylesProps {
  readonly nonce: string | undefined;
}

const id = 'site-styles';

const ServerStyles =
  typeof window === 'undefined'
    ? lazy(async () => {
        const { siteCss } = await import('./site-css');
        return { default: ({ nonce }: SiteStylesProps) => <StyleElement nonce={nonce} css={siteCss} /> };
      })
    : null;

/** Browsers hide a nonce from scripts, so React cannot find it again when it takes the page over. */
function StyleElement({ nonce, css }: SiteStylesProps & { readonly css: string }) {
  return <style id={id} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

/**
 * The style sheet inside the page: a browser paints with the first answer and need not ask for a second. It is written by the server
 * alone, as other parts are (components/layout/as-written.tsx), so it stands in the page once: Next's own way would send it three times.
 */
export function SiteStyles({ nonce }: SiteStylesProps) {
  // Read once. Only a page that React has to begin anew takes it from here.
  const [written] = useState(() => (ServerStyles === null ? (document.getElementById(id)?.textContent ?? '') : ''));
  return ServerStyles === null ? <StyleElement nonce={nonce} css={written} /> : <ServerStyles nonce={nonce} />;
}
