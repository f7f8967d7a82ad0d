import { spawnSync } from 'node:child_process';

interface Message {
  readonly ruleId: string | null;
  readonly message: string;
  readonly line: number;
}

/** Runs in a separate process, since ESLint loads its configuration with `import()`. Type-aware rules are disabled: they are slow. */
const program = `
  import { ESLint } from 'eslint';
  import tseslint from 'typescript-eslint';
  const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });
  const messages = {};
  for (const [name, { path, text }] of Object.entries(JSON.parse(process.argv[1]))) {
    const [report] = await eslint.lintText(text, { filePath: path });
    messages[name] = report.messages;
  }
  console.log(JSON.stringify(messages));
`;

const refused = `
export function Enhanced() {
  const form = document.querySelector('form');
  const forms = document.querySelectorAll('form');
  const pay = document.getElementById('pay');
  const fields = document['getElementsByName']('amount');
  const { getElementById } = document;
  if (form) form.innerHTML = '';
  const isServer = typeof window === 'undefined' || typeof document === 'undefined';
  return <div dangerouslySetInnerHTML={{ __html: String([forms, pay, fields, getElementById, isServer]) }} />;
}
`;
const allowed = `
'use client';
import { useEffect, useRef } from 'react';
export function Focused() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus();
    window.addEventListener('pageshow', () => document.body.focus());
  }, []);
  return <div ref={ref} />;
}
`;

const files = {
  component: { path: 'components/bill/enhanced.tsx', text: refused },
  page: { path: 'app/page.tsx', text: refused },
  hook: { path: 'components/bill/use-form.ts', text: `export const form = document.querySelector('form');` },
  focused: { path: 'components/bill/focused.tsx', text: allowed },
  test: { path: 'components/bill/enhanced.test.tsx', text: refused },
  patterns: {
    path: 'lib/domain/patterns.ts',
    // The first three have blocked the event loop before.
    text: `
export const trimmed = (text: string) => text.replace(/^ +| +$/g, '');
export const quality = (text: string) => text.split(/\\s*;\\s*q\\s*=\\s*/);
export const browser = (text: string) => /[\\w-]+-Google|Google-[\\w-]+|Bot/i.test(text);
export const repeated = (text: string) => /^(\\w+\\s?)*$/.test(text);
export const linear = (text: string) => /^[a-z]{1,63}$/.test(text) && text.trim().split(';');
`,
  },
  exception: {
    path: 'components/payment/presentment/code-figures.tsx',
    text: `export const Figure = () => <p dangerouslySetInnerHTML={{ __html: '' }}>{'Words'}</p>;`,
  },
} as const;

let messages: Readonly<Record<keyof typeof files, readonly Message[]>>;

beforeAll(() => {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program, JSON.stringify(files)], {
    encoding: 'utf8',
  });
  messages = JSON.parse(run.stdout) as typeof messages;
}, 60_000);

/** Returns the messages of `no-restricted-syntax` for a file. */
function refusals(name: keyof typeof files): readonly string[] {
  return messages[name].filter(({ ruleId }) => ruleId === 'no-restricted-syntax').map(({ message }) => message);
}

test('refuses a component that queries or writes the document', () => {
  expect(refusals('component')).toHaveLength(9);
});

test('the rules apply to pages and hooks', () => {
  expect(refusals('page')).toHaveLength(9);
  expect(refusals('hook')).toHaveLength(1);
});

test('allows refs, effects and listeners, and queries in tests', () => {
  expect(refusals('focused')).toEqual([]);
  expect(refusals('test')).toEqual([]);
});

test('row 49: a pattern that takes more than linear time is refused', () => {
  const found = messages.patterns.filter(({ ruleId }) => ruleId?.startsWith('regexp/no-super-linear'));
  expect([...new Set(found.map(({ line }) => line))]).toEqual([2, 3, 4, 5]);
});

test('an exempt file must still keep its words in messages/', () => {
  expect(refusals('exception')).toEqual([expect.stringContaining('messages/')]);
});
