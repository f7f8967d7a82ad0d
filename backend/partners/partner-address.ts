import { isLoopbackHostname } from '@/lib/domain/visit/host-check';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Whether a partner's own server may be at an address. */
export type PartnerAddressCheck = (address: string) => boolean;

/**
 * Makes the check of addresses to which partners have webhooks sent. The sandbox's partners may register any port of this machine and their
 * secrets are public: none reaches this deployment's own servers, and in a sandbox that others can reach none reaches this machine at all.
 * Security, row 29.
 */
export function createPartnerAddressCheck(deployment: {
  readonly isSandbox: boolean;
  readonly publicOrigin: string;
  /** On which this deployment's own servers listen. */
  readonly ports: readonly number[];
}): PartnerAddressCheck {
  const { ports } = deployment;
  const isLocal = isLoopbackHostname(new URL(deployment.publicOrigin).hostname);
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { hostname, port, protocol } = new URL(address);
    if (!isLoopbackHostname(hostname)) return true;
    return (
      (isLocal || !deployment.isSandbox) && !ports.includes(port === '' ? (defaultPorts[protocol] ?? 0) : Number(port))
    );
  };
}
