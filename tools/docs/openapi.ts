import { writeFileSync } from 'node:fs';
import { makeOpenApiDocument } from '@/lib/contract/openapi';

/** `npm run openapi`: writes docs/openapi.json from the contract. */
writeFileSync('docs/openapi.json', `${JSON.stringify(makeOpenApiDocument(), null, 2)}\n`);
console.log('docs/openapi.json is up to date');
