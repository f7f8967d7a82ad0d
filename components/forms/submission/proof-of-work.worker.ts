// Solves a proof of work in a thread of its own, so that the page stays responsive. The package's ready-made worker brings Node's
// cryptography along; this one uses the browser's.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
