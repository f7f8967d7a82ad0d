/** Whether a host name is always this machine: only there, out of payers' reach, the sandbox is on by default. */
export function isLocalhost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether requests to a URL are unencrypted on a network: http, to another machine. */
export function isPlainHttp(address: string): boolean {
  return /^http:/i.test(address) && URL.canParse(address) && !isLocalhost(new URL(address).hostname);
}

/** Resolves the origins and the sandbox switch from the variables that are set. */
export function resolveOrigins(values: {
  readonly PORT: number;
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly SANDBOX?: 'on' | 'off' | undefined;
}): { readonly publicOrigin: string; readonly isLocal: boolean; readonly isSandbox: boolean } {
  const publicOrigin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
  const isLocal = isLocalhost(new URL(publicOrigin).hostname);
  return { publicOrigin, isLocal, isSandbox: values.SANDBOX === undefined ? isLocal : values.SANDBOX === 'on' };
}
