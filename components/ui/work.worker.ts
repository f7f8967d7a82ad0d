// Does the work of a proof in a thread of its own, so that the page stays usable. The package's ready-made worker brings Node's
// cryptography along; this one uses the browser's.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
