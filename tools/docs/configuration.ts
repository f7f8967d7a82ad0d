import { readFileSync, writeFileSync } from 'node:fs';
import { replacePart, writeChiefTable, writeEnvExample, writeWholeTables } from './configuration-texts';

/** `npm run configuration`: writes `.env.example` and the tables of the documentation from the schema of the environment. */
function rewrite(file: string, name: string, part: string): void {
  writeFileSync(file, replacePart(readFileSync(file, 'utf8'), name, part));
}

writeFileSync('.env.example', writeEnvExample());
rewrite('README.md', 'configuration', writeChiefTable());
rewrite('docs/operate.md', 'configuration', writeWholeTables());
console.log('.env.example, README.md and docs/operate.md are up to date');
