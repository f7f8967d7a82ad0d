import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBudgets } from '@/lib/domain/abuse-budgets.fixture';

const budgets = readBudgets();

test('the table of abuse budgets is read', () => {
  expect(budgets.length).toBeGreaterThan(30);
});

test.each(budgets)('the budget of $name, $figure, is tried by $test.title', ({ test: { file, title } }) => {
  expect(readFileSync(join(process.cwd(), file), 'utf8')).toContain(title);
});
