import type { PersistStorage, StorageValue } from 'zustand/middleware';

function attempt<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/**
 * Returns a storage of the browser for zustand's `persist`. Private windows and embedded views refuse storage, a server has none, and
 * stored text may not be JSON: then nothing is remembered, which is only a convenience. A state without a value is removed.
 */
export function deviceStorage<State extends object>(kind: 'localStorage' | 'sessionStorage'): PersistStorage<State> {
  // Not trusted: each store parses what is in it.
  const parse: (text: string) => StorageValue<State> = JSON.parse;
  return {
    getItem: (name) =>
      attempt(() => {
        const text = window[kind].getItem(name);
        return text === null ? null : parse(text);
      }),
    setItem: (name, value) =>
      void attempt(() => {
        const isEmpty = Object.values(value.state).every((part) => part === null);
        if (isEmpty) window[kind].removeItem(name);
        else window[kind].setItem(name, JSON.stringify(value));
      }),
    removeItem: (name) => void attempt(() => window[kind].removeItem(name)),
  };
}
