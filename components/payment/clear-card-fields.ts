/** Empties what is typed of a card: browsers fill a page again that is gone back to, and a card is not left lying there for whoever comes next. */
export function clearCardFields(form: HTMLElement | null): void {
  const fields = form?.querySelectorAll<HTMLInputElement>('[data-card-fields] input[autocomplete^="cc-"]') ?? [];
  for (const field of fields) field.value = '';
}
