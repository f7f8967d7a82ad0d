import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const project = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'ebill-imports-'));

/** The files of a small project, with the imports of each. */
const files: Record<string, readonly string[]> = {
  'lib/domain/money.ts': ['zod', 'card-validator'],
  'lib/domain/clock.ts': ['node:crypto'],
  'lib/domain/icon.ts': ['react'],
  'lib/contract/bill.ts': ['@/lib/domain/money', 'zod'],
  'lib/contract/client.ts': ['ky'],
  'lib/server/loader.ts': ['@/lib/contract/bill', '@/lib/domain/money', 'ky', 'next/headers'],
  'lib/server/store.ts': ['@/backend/bills/service'],
  'lib/server/button-style.ts': ['@/components/ui/button'],
  'lib/stores/bill-store.ts': ['@/lib/domain/money', 'zustand'],
  'lib/stores/wire.ts': ['@/lib/contract/bill'],
  'lib/theme/theme.ts': ['@/lib/server/loader'],
  'components/ui/button.tsx': ['react'],
  'components/ui/money.tsx': ['@/lib/domain/money'],
  'components/ui/challenge.tsx': ['altcha-lib'],
  'components/forms/form.tsx': [
    '@/components/ui/button',
    '@/lib/domain/money',
    '@hookform/resolvers/zod',
    '@maskito/core',
    'altcha-lib',
    'next-intl',
    'react',
    'react-hook-form',
    'zod',
  ],
  'components/forms/choices.ts': ['@/lib/stores/bill-store'],
  'components/forms/heading.tsx': ['@/components/layout/header'],
  'components/layout/header.tsx': ['@/components/ui/button', '@/components/forms/form'],
  'components/payment/card/card-fields.tsx': ['@/components/forms/form', 'jose'],
  'components/payment/card/mask.ts': ['@maskito/core'],
  'components/bill/bill-view.tsx': [
    '@/components/layout/header',
    '@/components/forms/form',
    '@/components/payment/card/card-fields',
    '@/lib/domain/money',
    '@/lib/stores/bill-store',
    './bill-row',
    'next-intl',
  ],
  'components/bill/field.tsx': ['react-hook-form'],
  'components/bill/bill-row.tsx': ['react'],
  'components/bill/wire.tsx': ['@/lib/contract/bill'],
  'components/bill/detour.tsx': ['@/lib/theme/theme'],
  'components/payment/pay-form.tsx': ['@/components/bill/bill-row'],
  'app/page.tsx': ['@/components/bill/bill-view', '@/lib/server/loader'],
  'app/pay/page.tsx': ['@/backend/bills/service'],
  'middleware.ts': ['next/server', '@/lib/domain/money'],
  'backend/bills/service.ts': ['@/lib/contract/bill', '@/lib/domain/money', 'fastify', 'node:crypto'],
  'backend/bills/page.ts': ['next/server'],
  'backend/bills/loader.ts': ['@/lib/server/loader'],
  'backend/payments/model.ts': ['./service'],
  'backend/payments/service.ts': ['./model'],
  'backend/gateways/template/gateway.ts': ['zod'],
  'backend/gateways/conformance/adapters.fixture.ts': ['../template/gateway'],
  'backend/gateways-wiring.ts': ['./gateways/template/gateway'],
  'front/main.ts': ['next', '@/lib/domain/money', 'node:http'],
  'front/session.ts': ['@/lib/server/loader'],
  'e2e/specs/bill.spec.ts': ['@/backend/bills/service'],
};

/** The import of each file that must be refused. */
const refusedImports: Record<string, string> = {
  'lib/domain/clock.ts': 'crypto',
  'lib/domain/icon.ts': 'react',
  'lib/contract/client.ts': 'ky',
  'lib/server/store.ts': 'backend/bills/service.ts',
  'lib/server/button-style.ts': 'components/ui/button.tsx',
  'lib/stores/wire.ts': 'lib/contract/bill.ts',
  'lib/theme/theme.ts': 'lib/server/loader.ts',
  'components/ui/money.tsx': 'lib/domain/money.ts',
  'components/ui/challenge.tsx': 'altcha-lib',
  'components/forms/choices.ts': 'lib/stores/bill-store.ts',
  'components/forms/heading.tsx': 'components/layout/header.tsx',
  'components/payment/card/mask.ts': '@maskito',
  'components/bill/field.tsx': 'react-hook-form',
  'components/bill/wire.tsx': 'lib/contract/bill.ts',
  'components/payment/pay-form.tsx': 'components/bill/bill-row.tsx',
  'app/pay/page.tsx': 'backend/bills/service.ts',
  'backend/bills/loader.ts': 'lib/server/loader.ts',
  'front/session.ts': 'lib/server/loader.ts',
  'e2e/specs/bill.spec.ts': 'backend/bills/service.ts',
};

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

let violations: readonly Violation[];

beforeAll(() => {
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), imports.map((name) => `import '${name}';\n`).join(''));
  }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { paths: { '@/*': ['./*'] } } }));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const program = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const run = spawnSync(
    process.execPath,
    [program, '--config', join(project, '.dependency-cruiser.mjs'), '--output-type', 'json', '.'],
    { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 },
  );
  const report = JSON.parse(run.stdout) as { summary: { violations: Violation[] } };
  violations = report.summary.violations;
}, 30_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('refuses every import between folders that is not listed', () => {
  const refused = violations.filter(({ rule }) => rule.name === 'not-in-allowed');
  const found = Object.fromEntries(
    refused.map(({ from, to }) => [from, to.replace(/^.*node_modules\/(@types\/)?([^/]+)\/.*$/, '$2')]),
  );
  expect(found).toEqual(refusedImports);
});

test.each([
  ['no-server-code-in-the-browser', 'components/bill/detour.tsx'],
  ['no-circular', 'backend/payments/model.ts'],
  ['no-site-code-in-the-backend', 'backend/bills/page.ts'],
  ['no-template-in-a-deployment', 'backend/gateways-wiring.ts'],
  ['only-lib-server-has-ky', 'lib/contract/client.ts'],
  ['only-components-forms-has-react-hook-form', 'components/bill/field.tsx'],
  ['only-components-forms-has-react-hook-form', 'components/payment/card/mask.ts'],
  ['only--components-forms-lib-server-tools--has-altcha-lib', 'components/ui/challenge.tsx'],
])('%s catches %s', (name, file) => {
  expect(violations).toContainEqual(expect.objectContaining({ from: file, rule: expect.objectContaining({ name }) }));
});
