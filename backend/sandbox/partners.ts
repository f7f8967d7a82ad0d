import type { Db } from '../db/database';
import { registerPartner, registerQuickPay, type PartnerRegistration } from '../partners/register';
import type { Sealer } from '../sealing';

const localOrigins = ['http://127.0.0.1:*', 'http://localhost:*'];

/** The key with which a partner of the sandbox signs: known to everybody, and good for nothing but the sandbox. */
export function sandboxSecretOf(partnerKey: string): string {
  return `sandbox-secret-of-${partnerKey}`;
}

/** The sandbox's partners beside quick pay itself. */
export const sandboxPartners: readonly PartnerRegistration[] = [
  {
    key: 'DEMO-SHOP',
    name: 'Demo Shop',
    themeColor: '#0b6e4f',
    logoUrl: '/partners/demo-shop.svg',
    registeredOrigins: localOrigins,
    makeUesCall: true,
  },
  { key: 'KIOSK', name: 'Kiosk', refidPrefix: 'KWEB', paymentIdPrefix: 'KK' },
  { key: 'PROFILE', name: 'Profile', userKeyFrom: 'accountid', registeredOrigins: localOrigins },
  { key: 'PALE', name: 'Pale', themeColor: '#ffe600' },
];

export async function registerSandboxPartners(db: Db, sealer: Sealer): Promise<void> {
  await registerQuickPay(db, sealer);
  for (const partner of sandboxPartners) {
    await registerPartner(db, { ...partner, secret: sandboxSecretOf(partner.key) }, sealer);
  }
}
