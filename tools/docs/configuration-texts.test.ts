import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChiefTable, writeEnvExample, writeWholeTables } from './configuration-texts';
import { replaceBlock } from './marked-block';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');

test('.env.example is what `npm run docs -- configuration` writes', () => {
  expect(read('.env.example')).toBe(writeEnvExample());
});

test.each([
  ['README.md', writeChiefTable()],
  ['docs/operate.md', writeWholeTables()],
])('%s is what `npm run docs -- configuration` writes', (file, tables) => {
  expect(read(file)).toBe(replaceBlock(read(file), 'configuration', tables));
});
