import * as z from 'zod/mini';

// In a browser, zod would test whether it may compile code, which our Content-Security-Policy forbids and would report as an attack.
if ('document' in globalThis) z.config({ jitless: true });
