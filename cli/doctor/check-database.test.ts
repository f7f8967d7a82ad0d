import { migrations } from '../../backend/db/migrate';
import { validateSchema } from './check-database';

test('distinguishes schemas of older and newer releases', () => {
  const names = migrations.map(({ name }) => name);
  expect(validateSchema(names)).toBeNull();
  expect(validateSchema(names.slice(1))).toContain('lacks 0001-payments');
  expect(validateSchema([...names, '9999-later'])).toContain('newer release (9999-later)');
});
