const name = 'E2E_SILENT_SITE';

/** Returns the URL of a site whose backend does not respond. */
export function siteWithoutBackend(): string {
  const address = process.env[name];
  if (address === undefined) throw new Error(`${name} is not set: playwright.pictures.config.ts starts that site`);
  return address;
}

/** Sets that URL for every worker. */
export function setSiteWithoutBackend(address: string): void {
  process.env[name] = address;
}
