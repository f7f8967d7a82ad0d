// Solves a proof of work in a web worker, so that the page stays responsive. The package's own worker bundles Node's cryptography; this
// one uses Web Crypto.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
