import { parseEmail } from '@/lib/domain/contact/email';
import { parsePhoneNumber } from '@/lib/domain/contact/phone';
import type { RememberedUser } from '@/lib/stores/remembered-user';

export { displayPhoneNumber } from '@/lib/domain/contact/phone';

/** Parses the contact fields for storage on this device. Invalid values are left out. */
export function parseContact(email: string, phoneNumber: string): Partial<RememberedUser> {
  const [address, number] = [parseEmail(email), parsePhoneNumber(phoneNumber)];
  return {
    ...(address.ok && { userEmailAddress: address.value }),
    ...(number.ok && { phoneNumber: number.value }),
  };
}
