'use client';

import { createContext, use, type ReactNode, type RefObject } from 'react';

/** Refers to the page's main region, for what gives it the focus. */
export const MainRefContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** The page's main region. It can take the focus, from the skip link too. */
export function Main({ children }: { readonly children: ReactNode }) {
  return (
    <main ref={use(MainRefContext)} id="main" tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
  );
}
