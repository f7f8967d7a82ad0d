'use client';

import { createContext, use, type ReactNode } from 'react';

const HomeHrefContext = createContext<string | null>(null);

interface HomeHrefProviderProps {
  /** Null at a kiosk, which must not link elsewhere. */
  readonly href: string | null;
  readonly children: ReactNode;
}

/** Provides the path of home. The list of all paths would be in the scripts of every page. */
export function HomeHrefProvider({ href, children }: HomeHrefProviderProps) {
  return <HomeHrefContext value={href}>{children}</HomeHrefContext>;
}

/** Returns the path of home; null at a kiosk. */
export function useHomeHref(): string | null {
  return use(HomeHrefContext);
}
