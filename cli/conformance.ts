import { parseArgs } from 'node:util';
import { sandboxData } from '@/lib/contract/conformance/probe';
import { checkConformance } from '@/lib/contract/conformance/suite';

/**
 * `npm run conformance -- --backend URL`: checks a payment backend against the contract; exits non-zero if a check fails. By default it uses the
 * data of the embedded sandbox; the signing partner's secret is read from `PARTNER_SECRET`.
 */
const { values } = parseArgs({
  options: {
    backend: { type: 'string' },
    'payable-account': { type: 'string', default: sandboxData.payableAccount },
    'other-payable-account': { type: 'string', default: sandboxData.otherPayableAccount },
    'unknown-account': { type: 'string', default: sandboxData.unknownAccount },
    'personal-bank': { type: 'string', default: sandboxData.personalBank },
    'partner-key': { type: 'string', default: sandboxData.partnerKey },
    'signing-partner': { type: 'string', default: sandboxData.signingPartner.partnerKey },
    'key-id': { type: 'string', default: sandboxData.signingPartner.keyId },
    only: { type: 'string' },
  },
});

if (values.backend === undefined || !URL.canParse(values.backend)) {
  console.error(
    'usage: npm run conformance -- --backend URL [--payable-account N] [--other-payable-account N] [--unknown-account N] [--personal-bank ID] [--partner-key KEY] [--signing-partner KEY --key-id ID] [--only CHECK]',
  );
  process.exit(2);
}

const results = await checkConformance(values.backend, {
  data: {
    payableAccount: values['payable-account'],
    otherPayableAccount: values['other-payable-account'],
    unknownAccount: values['unknown-account'],
    personalBank: values['personal-bank'],
    partnerKey: values['partner-key'],
    signingPartner: {
      partnerKey: values['signing-partner'],
      keyId: values['key-id'],
      // Not a parameter: every user of the machine can read the parameters of a process.
      secret: process.env['PARTNER_SECRET'] || sandboxData.signingPartner.secret,
    },
  },
  only: values.only,
});

for (const { check, failure } of results) {
  console.log(failure === null ? `✓ ${check.id}` : `✗ ${check.id}: ${check.description}\n    ${failure}`);
}
const failed = results.filter(({ failure }) => failure !== null).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
