'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a callback once no finger or mouse button is down. A field that is left by pressing another control is
 * validated after that: its message would move the control from under the finger, and the press would be lost.
 */
export function useAfterPointerUp(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const pendingCallbacks = useRef<(() => void)[]>([]);

  useEffect(() => {
    const listeners = new AbortController();
    const options = { signal: listeners.signal, capture: true };
    function release() {
      isPressed.current = false;
      const callbacks = pendingCallbacks.current;
      pendingCallbacks.current = [];
      // The click comes after the release.
      setTimeout(() => callbacks.forEach((callback) => callback()));
    }
    window.addEventListener('pointerdown', () => (isPressed.current = true), options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    return () => listeners.abort();
  }, []);

  return useCallback((callback) => {
    if (isPressed.current) pendingCallbacks.current.push(callback);
    else callback();
  }, []);
}
