'use client';

import { createContext, use, type ReactNode } from 'react';

const HomeHrefContext = createContext<string | null>(null);

interface HomeHrefProviderProps {
  /** Null at a kiosk and on the pages of a partner's payment, which must not lead elsewhere. */
  readonly href: string | null;
  readonly children: ReactNode;
}

/** Provides the path of home. The list of all paths would be in the scripts of every page. */
export function HomeHrefProvider({ href, children }: HomeHrefProviderProps) {
  return <HomeHrefContext value={href}>{children}</HomeHrefContext>;
}

/** Returns the path of home; null where no link may lead to it. */
export function useHomeHref(): string | null {
  return use(HomeHrefContext);
}
