'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a callback once no pointer is down. A field that loses the focus because another control is pressed is
 * validated afterwards: an error message would move that control away from the pointer, and the click would be lost. A tap moves the focus by the
 * mouse events that follow its pointerup.
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
      // The click event follows.
      setTimeout(() => callbacks.forEach((callback) => callback()));
    }
    const press = () => (isPressed.current = true);
    for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, press, options);
    for (const type of ['pointerup', 'mouseup', 'pointercancel']) window.addEventListener(type, release, options);
    return () => listeners.abort();
  }, []);

  return useCallback((callback) => {
    if (isPressed.current) pendingCallbacks.current.push(callback);
    else callback();
  }, []);
}
