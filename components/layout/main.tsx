'use client';

import { createContext, use, type ReactNode, type RefObject } from 'react';

/** A ref to the page's main region, for components that focus it. */
export const MainRefContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** The page's main region. It can be focused, also by the skip link. */
export function Main({ children }: { readonly children: ReactNode }) {
  return (
    <main ref={use(MainRefContext)} id="main" tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
  );
}
