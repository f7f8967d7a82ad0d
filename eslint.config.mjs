import nextPlugin from '@next/eslint-plugin-next';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/*.fixture.ts',
  '**/*.fixture.tsx',
  'backend/**/test-*.ts',
  'e2e/**/*.ts',
];

/** Words that a payer reads belong to messages/, where every language has them. */
const noWords = [
  {
    // The letters inside a drawing of a brand are part of the drawing; a standard has one name in every language.
    selector:
      ':not(JSXElement[openingElement.name.name="text"]) > JSXText[value=/\\p{L}/u]:not([value=/^\\s*(PCI|DSS)\\s*$/])',
    message: 'Words belong to messages/, in every language.',
  },
  {
    selector: 'JSXExpressionContainer > Literal[value=/\\p{L}/u]',
    message: 'Words belong to messages/, in every language.',
  },
  {
    selector:
      'JSXAttribute[name.name=/^(alt|title|placeholder|label|aria-label|aria-description|aria-roledescription|aria-valuetext)$/] > Literal[value=/\\p{L}/u]',
    message: 'Words belong to messages/, in every language.',
  },
];

/** React owns the DOM that it renders: nothing reads or writes it from outside. docs/decisions/0014-react.md has the exceptions. */
const noDocumentQueries = [
  {
    selector:
      'MemberExpression[property.name=/^(querySelector|querySelectorAll|getElementById|getElementsBy\\w+)$/], MemberExpression[property.value=/^(querySelector|querySelectorAll|getElementById|getElementsBy\\w+)$/]',
    message: 'React owns the DOM that it renders: use a ref or state.',
  },
  {
    // What is destructured from the document is a query, too.
    selector:
      'ObjectPattern > Property[key.name=/^(querySelector|querySelectorAll|getElementById|getElementsBy\\w+)$/]',
    message: 'React owns the DOM that it renders: use a ref or state.',
  },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'React owns the DOM that it renders: return elements.',
  },
  {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"]',
    message: 'Return elements. The few exceptions are listed in reactExceptions.',
  },
  {
    selector: 'UnaryExpression[operator="typeof"] > Identifier[name=/^(window|document|navigator)$/]',
    message: 'The first render must match the HTML of the server: use useHydrated or an effect.',
  },
];

/** Files that need the DOM APIs above; docs/decisions/0014-react.md explains each. */
const reactExceptions = [
  'app/layout.tsx', // The style of a partner's theme and the removal of the old service worker, both with the page's nonce.
  'components/payment/redirect/gateway-redirect-screen.tsx', // The form to the gateway submits itself before hydration.
  'components/payment/presentment/code-figures.tsx', // bwip-js renders the barcode and the QR code as SVG text on the server.
];

export default defineConfig(
  globalIgnores([
    'node_modules',
    '**/.next*',
    'dist',
    'coverage',
    'test-results',
    'playwright-report',
    'next-env.d.ts',
    '.data*',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { regexp },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['.dependency-cruiser.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      // A pattern that takes more than linear time lets one request keep the event loop. Security, row 49.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/require-await': 'off',
      // Actions and services are closures here: none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Plain JavaScript that runs before anything is installed, and tools that read the JSON reports of other programs.
    files: ['**/*.{mjs,cjs,js}', 'tools/{bench,cluster,scan}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  {
    files: ['{app,components}/**/*.{ts,tsx}', 'middleware.ts'],
    plugins: { '@next/next': nextPlugin },
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      ...nextPlugin.configs['core-web-vitals'].rules,
      // Every page works before its scripts do; a plain link costs none.
      '@next/next/no-html-link-for-pages': 'off',
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['{app,components}/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...noDocumentQueries] },
  },
  {
    files: ['{app,components}/**/*.tsx'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...noWords, ...noDocumentQueries] },
  },
  {
    files: reactExceptions,
    rules: { 'no-restricted-syntax': ['error', ...noWords] },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'regexp/no-super-linear-backtracking': 'off',
      'regexp/no-super-linear-move': 'off',
      // Fixtures of Playwright begin with a pattern of what they need, which may be nothing.
      'no-empty-pattern': 'off',
    },
  },
);
