import { createJSONStorage, type PersistStorage, type StateStorage } from 'zustand/middleware';

function attempt<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** A storage of the browser. Private windows and embedded views refuse it, and a server has none: then nothing is remembered. */
function optionalStorage(kind: 'localStorage' | 'sessionStorage'): StateStorage {
  return {
    getItem: (name) => attempt(() => window[kind].getItem(name)),
    setItem: (name, value) => void attempt(() => window[kind].setItem(name, value)),
    removeItem: (name) => void attempt(() => window[kind].removeItem(name)),
  };
}

/** Returns a storage of the browser for zustand's `persist`. A state without a value is removed from it. */
export function deviceStorage<State extends object>(kind: 'localStorage' | 'sessionStorage'): PersistStorage<State> {
  const storage = createJSONStorage<State>(() => optionalStorage(kind));
  if (storage === undefined) throw new Error('createJSONStorage returns a storage unless its argument throws');
  return {
    ...storage,
    setItem: (name, value) => {
      const isEmpty = Object.values(value.state).every((part) => part === null);
      return isEmpty ? storage.removeItem(name) : storage.setItem(name, value);
    },
  };
}
