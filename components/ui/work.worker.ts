// Does the work of a proof in a thread of its own, so that the page stays usable.
import 'altcha-lib/workers/pbkdf2';
