import { fillIn } from '@/lib/i18n/fill-in';

/** Small letters without accents and blanks, so that `hongleong` finds Hong Leong Bank. */
function simplify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/**
 * Has the search field above a list of banks (`[data-bank-search]`, naming the list by its id) narrow the list as it is typed in. Options
 * are taken out, not hidden, because some browsers show hidden ones. A search that leaves one bank takes it. What was found is said in the
 * element after the field, in the words that it brings.
 */
export function searchBanks(form: HTMLFormElement, signal: AbortSignal): void {
  for (const search of form.querySelectorAll<HTMLInputElement>('[data-bank-search]')) {
    const list = form.querySelector<HTMLSelectElement>(`select[id="${search.dataset['bankSearch'] ?? ''}"]`);
    if (list === null) continue;
    const options = [...list.options];
    // Whoever types faster than this code arrives has typed already.
    if (search.value !== '') narrow(list, options, search);
    search.addEventListener('input', () => narrow(list, options, search), { signal });
    // The form is not sent by somebody who only looks for a bank.
    search.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault(), { signal });
  }
}

function narrow(list: HTMLSelectElement, options: readonly HTMLOptionElement[], search: HTMLInputElement): void {
  const asked = simplify(search.value);
  const taken = list.value;
  const found = options.filter((option) => option.value === '' || simplify(option.text).includes(asked));
  list.replaceChildren(...found);
  const usable = found.filter((option) => option.value !== '' && !option.disabled);
  const only = asked !== '' && usable.length === 1 ? usable[0] : undefined;
  const isKept = found.some((option) => option.value === taken);
  list.value = only ? only.value : isKept ? taken : '';
  list.dispatchEvent(new Event('input', { bubbles: true }));

  const said = search.nextElementSibling;
  if (!(said instanceof HTMLElement)) return;
  const { none = '', one = '', many = '' } = said.dataset;
  const words = usable.length === 0 ? none : only ? one : many;
  said.textContent = asked === '' ? '' : fillIn(words, { bank: only?.text ?? '', count: String(usable.length) });
}
