/**
 * Keeps what is chosen where it was tapped, though what another choice had opened above it closes. Browsers hold on to what stands at the
 * top of the window, and that is what closes.
 */
export function keepInSight(form: HTMLElement, signal: AbortSignal): void {
  let tapped: { readonly row: Element; readonly top: number } | null = null;

  function remember({ target }: Event) {
    const row = target instanceof Element ? target.closest('.choice') : null;
    tapped = row === null ? null : { row, top: row.getBoundingClientRect().top };
  }
  function hold({ target }: Event) {
    // A text field inside an open choice changes as well, when it is left: by then its payer may have scrolled.
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    if (!tapped?.row.contains(target)) return;
    window.scrollBy({ top: tapped.row.getBoundingClientRect().top - tapped.top, behavior: 'instant' });
    tapped = null;
  }
  form.addEventListener('pointerdown', remember, { signal, capture: true });
  form.addEventListener('change', hold, { signal });
}
