import { run } from '@zootools/email-spell-checker';

/** The mail services that most payers have. */
const popularDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.com.my',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'rocketmail.com',
];

/** Services whose domain is near a popular one. */
const otherDomains = new Set([
  'gmx.com',
  'googlemail.com',
  'hotmail.co.uk',
  'hotmail.my',
  'live.com.my',
  'mail.com',
  'outlook.my',
  'yahoo.co.id',
  'yahoo.co.in',
  'yahoo.co.uk',
  'yahoo.com.sg',
  'ymail.com',
]);

/** Returns the address with the domain that a payer probably meant ('gmial.com': gmail.com); null where it does not look mistyped. */
export function correctEmail(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  if (otherDomains.has(email.slice(at).toLowerCase())) return null;
  const suggestion = run({ email, domains: popularDomains, secondLevelDomains: [], topLevelDomains: [] });
  return suggestion ? email.slice(0, at) + suggestion.domain : null;
}
