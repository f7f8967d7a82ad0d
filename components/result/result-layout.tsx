import type { ReactNode } from 'react';

/** The single column of every result screen. */
export function ResultLayout({ children }: { readonly children: ReactNode }) {
  return <div className="max-w-page mx-auto grid w-full gap-5 px-4 py-6 sm:px-6 md:py-10">{children}</div>;
}
