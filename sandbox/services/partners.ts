import type { Db } from '../../backend/db/database';
import { addKeys } from '../../backend/partners/keys';
import { registerPartner, registerQuickPay, type PartnerRegistration } from '../../backend/partners/register';
import type { DataEncryption } from '../../backend/data-encryption';

const localOrigins = ['http://127.0.0.1:*', 'http://localhost:*'];

/** The signing secret of a partner of the sandbox: public. */
export function sandboxSecretOf(partnerKey: string): string {
  return `sandbox-secret-of-${partnerKey}`;
}

/** The id of that key. */
export const sandboxKeyId = 'sandbox';

/** The sandbox's partners besides quick pay. */
export const sandboxPartners: readonly PartnerRegistration[] = [
  {
    key: 'DEMO-SHOP',
    name: 'Demo Shop',
    themeColor: '#0b6e4f',
    logoUrl: '/partners/demo-shop.svg',
    registeredOrigins: localOrigins,
    makeUesCall: true,
    registrationNumber: '000001-X',
    address: 'Example Street 2, 50000 Kuala Lumpur',
    supportEmail: 'hello@demo-shop.example',
    supportPhone: '+60300000000',
    statementText: 'EBILL*DEMO SHOP',
    autoDebitTexts: {
      en: {
        title: 'Let Demo Shop pay your bills',
        thankYou: 'Demo Shop thanks you. Your account is now on auto debit.',
      },
      ms: {
        title: 'Biar Demo Shop membayar bil anda',
        thankYou: 'Demo Shop mengucapkan terima kasih. Akaun anda kini didaftarkan untuk auto debit.',
      },
    },
  },
  { key: 'KIOSK', name: 'Kiosk', isKiosk: true },
  { key: 'PROFILE', name: 'Profile', userKeyFrom: 'accountid', registeredOrigins: localOrigins },
  // The biller's own systems, which send out bill links.
  { key: 'BILLER', name: 'Biller', mayLinkBills: true },
  {
    key: 'PALE',
    name: 'Pale',
    themeColor: '#ffe600',
    // Without texts in other languages: the English ones are used.
    autoDebitTexts: { en: { title: 'Pay your bills the pale way' } },
  },
];

export async function registerSandboxPartners(db: Db, encryption: DataEncryption): Promise<void> {
  await registerQuickPay(db);
  for (const partner of sandboxPartners) await registerPartner(db, partner);
  await addKeys(
    { db, encryption },
    sandboxPartners.map(({ key }) => ({ partnerKey: key, keyId: sandboxKeyId, secret: sandboxSecretOf(key) })),
  );
}
