import { readdirSync, readFileSync } from 'node:fs';

test('the repository has the screenshots that the documentation shows, and no others', () => {
  const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((file) =>
    file.endsWith('.md'),
  );
  const shown = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/screens\/([\w-]+\.png)/g)].map(([, name = '']) => name),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(readdirSync('docs/screens').sort()).toEqual([...new Set(shown)].sort());
});
