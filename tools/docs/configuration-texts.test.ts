import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvExample, writeEssentialTable, writeFullTables } from './configuration-texts';
import { replaceBlock } from './marked-block';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');

test('.env.example is up to date with `npm run docs -- configuration`', () => {
  expect(read('.env.example')).toBe(writeEnvExample());
});

test.each([
  ['README.md', writeEssentialTable()],
  ['docs/operate.md', writeFullTables()],
])('%s is up to date with `npm run docs -- configuration`', (file, tables) => {
  expect(read(file)).toBe(replaceBlock(read(file), 'configuration', tables));
});
