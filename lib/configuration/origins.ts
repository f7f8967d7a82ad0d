/** Whether a host name can only be this machine's own: the sandbox is on by itself only where no payer can be. */
export function isLocalhost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether an address is called in plain text over a network: http, to another machine than this one. */
export function isPlainHttp(address: string): boolean {
  return address.startsWith('http:') && URL.canParse(address) && !isLocalhost(new URL(address).hostname);
}

/** What the addresses and the sandbox come to, from what is set of them. */
export function resolveOrigins(values: {
  readonly PORT: number;
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly SANDBOX?: 'on' | 'off' | undefined;
}): { readonly publicOrigin: string; readonly isLocal: boolean; readonly isSandbox: boolean } {
  const publicOrigin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
  const isLocal = isLocalhost(new URL(publicOrigin).hostname);
  return { publicOrigin, isLocal, isSandbox: values.SANDBOX === undefined ? isLocal : values.SANDBOX === 'on' };
}
