const name = 'E2E_SILENT_SITE';

/** Gives the address of a site whose backend does not answer. */
export function siteWithoutBackend(): string {
  const address = process.env[name];
  if (address === undefined) throw new Error(`${name} is not set: playwright.pictures.config.ts starts that site`);
  return address;
}

/** Tells every worker where that site is. */
export function setSiteWithoutBackend(address: string): void {
  process.env[name] = address;
}
