/** Lower case without accents, spaces and punctuation, so that `hongleong` finds Hong Leong Bank. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Returns the banks whose name contains the query. */
export function searchBanks<Bank extends { readonly name: string }>(
  banks: readonly Bank[],
  query: string,
): readonly Bank[] {
  const sought = normalize(query);
  return sought === '' ? banks : banks.filter(({ name }) => normalize(name).includes(sought));
}
