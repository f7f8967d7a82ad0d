'use client';

import { useEffect } from 'react';

/** Takes a form over from the browser; gives what undoes that. */
export type EnhanceForm = (form: HTMLFormElement) => () => void;

interface FormEnhancerProps {
  /** The id of a form on the same page, which works without this. */
  formId: string;
  /** Imports the enhancement: called when the payer first touches the form, never before. Must be the same function at each render. */
  load: () => Promise<EnhanceForm>;
}

/**
 * Makes a form kinder once it is used: it fetches the code when the form is first touched and hands it the form as it stands in the
 * page. Inputs are never rendered anew, so nothing that is typed in the meantime is lost. A form that is sent before the code is
 * there, or when it cannot be had, goes the browser's own way.
 */
export function FormEnhancer({ formId, load }: FormEnhancerProps) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let isWanted = true;
    let hasBegun = false;
    let undo: (() => void) | undefined;

    async function begin(touched: HTMLFormElement) {
      if (hasBegun) return;
      hasBegun = true;
      try {
        const enhance = await load();
        if (isWanted) undo = enhance(touched);
      } catch {
        hasBegun = false;
      }
    }

    const touch = () => void begin(form);
    form.addEventListener('focusin', touch);
    form.addEventListener('pointerdown', touch);
    if (form.contains(document.activeElement)) touch();
    return () => {
      isWanted = false;
      form.removeEventListener('focusin', touch);
      form.removeEventListener('pointerdown', touch);
      undo?.();
    };
  }, [formId, load]);

  return null;
}
