'use client';
export function useAnalytics() {
  return { track: () => {}, trackStep: (_s: string) => {}, trackMethod: (_k: string, _m: string) => {} };
}
