import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as ts from 'typescript';

/*
 * Follows the recipes of docs/contribute.md: adds a method and a wallet to the sources, in memory, and asks the compiler what is missing
 * before and after. The method is a copy of Maybank2u.
 */

const root = resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The files in the first column of the table below the words of a recipe. */
function filesOfRecipe(words: string): readonly string[] {
  const [, after = ''] = read('docs/contribute.md').split(words);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(after) ?? [];
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, file = '']) => file);
}

type Edit = (text: string) => string;

/** Repeats each line that names Maybank2u, with the new method's name. */
const repeatLines: Edit = (text) => text.replace(/^.*\bm2u.*\n/gm, (line) => line + asDemo(line));

function asDemo(text: string): string {
  return text
    .replaceAll("'./m2u/m2u-view'", "'./demo-pay/demo-pay-view'")
    .replaceAll("'./m2u'", "'./demo-pay'")
    .replaceAll('m2u', 'demoPay');
}

/** Repeats each message of Maybank2u and of one wallet. */
function repeatMessages(text: string): string {
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const more = Object.entries(value).flatMap(([name, message]) =>
      name.startsWith('m2u')
        ? [[asDemo(name), message] as const]
        : name === 'setel'
          ? [['demowallet', message] as const]
          : [],
    );
    return more.length === 0 ? value : { ...value, ...Object.fromEntries(more) };
  });
}

const redirectMethod: Readonly<Record<string, Edit>> = {
  'lib/domain/methods/payment-methods.ts': repeatLines,
  'lib/domain/methods/<method>.ts': () =>
    asDemo(read('lib/domain/methods/m2u.ts')).replace("category: 'demoPay'", "category: 'm2u'"),
  'lib/domain/methods/method-table.ts': repeatLines,
  'lib/domain/methods/forms/method-forms.ts': repeatLines,
  'components/payment/methods/<method>/<method>-view.tsx': () =>
    asDemo(read('components/payment/methods/m2u/m2u-view.tsx').replace("['m2u']", "'card'")),
  'components/payment/methods/method-views.ts': repeatLines,
  'lib/server/payment/payment-request.ts': repeatLines,
  'backend/payments/choice.ts': repeatLines,
  'lib/configuration/method-gateways.ts': (text) =>
    text.replace(/^( +)savedCard: 'acquirer',\n/m, "$&$1demoPay: 'acquirer',\n"),
  'sandbox/scenarios/payment-methods.ts': repeatLines,
  'messages/en.json': repeatMessages,
};

const wallet: Readonly<Record<string, Edit>> = {
  'lib/domain/methods/wallet.ts': (text) => text.replace("'setel',", "'setel', 'demowallet',"),
  'backend/gateways/eghl/wallets.ts': (text) =>
    text.replace(/^.*setel.*\n/m, (line) => line + line.replaceAll('setel', 'demowallet')),
};

/** The other files of a wallet. Its id must be in them, which the compiler does not check. */
const otherWalletFiles = [
  'messages/en.json',
  'public/logos.svg',
  'sandbox/scenarios/payment-methods.ts',
  'e2e/matrix/payment-variants.ts',
];
const walletFiles = [...Object.keys(wallet), ...otherWalletFiles];

/** Uses the messages of each method by its id. */
const reader = 'components/payment/methods/method-option.tsx';

const nameOf = (file: string) => file.replaceAll('<method>', 'demo-pay');
const edited = Object.entries({ ...redirectMethod, ...wallet }).map(
  ([file, edit]) => [nameOf(file), edit(file.includes('<') ? '' : read(file))] as const,
);
const sources = edited.map(([file]) => file).filter((file) => !file.endsWith('.json'));

const { compilerOptions } = ts.parseConfigFileTextToJson('tsconfig.json', read('tsconfig.json')).config;
const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, incremental: false }, root);

/** Compiles files with the sources as they are but for `changes`, and gives those in which the compiler finds errors. */
function compile(files: readonly string[], changes: readonly (readonly [string, string])[], previous?: ts.Program) {
  const paths = new Map(changes.map(([file, text]) => [join(root, file), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  // The new method's folder is in memory only.
  host.directoryExists = undefined;
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...more) => {
    const known = paths.has(path) ? undefined : previous?.getSourceFile(path);
    return known ?? getSourceFile.call(host, path, ...more);
  };
  const program = ts.createProgram({
    rootNames: ['lib/i18n/app-config.d.ts', ...files].map((file) => join(root, file)),
    options,
    host,
  });
  const inError = files.filter(
    (file) => program.getSemanticDiagnostics(program.getSourceFile(join(root, file))).length > 0,
  );
  return { inError, program };
}

test('the recipes name the files that a method and a wallet need', () => {
  expect(filesOfRecipe('add a redirect method')).toEqual(Object.keys(redirectMethod));
  expect(filesOfRecipe('add a wallet')).toEqual(walletFiles);
});

test('with only the ids the compiler reports what is missing, with the recipes it reports nothing', () => {
  const ids = ['lib/domain/methods/payment-methods.ts', 'lib/domain/methods/wallet.ts'];
  const present = sources.filter((file) => !file.includes('demo-pay'));
  const before = compile(
    present,
    edited.filter(([file]) => ids.includes(file)),
  );
  expect(before.inError).toEqual(present.filter((file) => !ids.includes(file)));
  expect(compile([...sources, reader], edited, before.program).inError).toEqual([]);
}, 120_000);

test.each(['shopeepay', 'setel', 'touchngo'])('%s is named in the files of its recipe and nowhere else', (id) => {
  const folders = ['app', 'backend', 'components', 'e2e', 'front', 'lib', 'messages', 'public', 'sandbox'];
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.([jt]sx?|json|svg)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    // Browser tests pay with the wallets that there are: a new one need not be in them.
    .filter((file) => !/^e2e\/(?:specs?|providers)\//.test(file))
    // CHIP has some of the wallets only.
    .filter((file) => file !== 'backend/gateways/chip/methods.ts')
    .filter((file) => !file.startsWith('messages/') || file === 'messages/en.json');
  const naming = files.filter((file) =>
    new RegExp(`\\b${id}\\b`).test(read(file).replace(/^.*(?:EGHL|CHIP)_WALLET_CODES[^}]*/gm, '')),
  );
  expect(naming.sort()).toEqual(walletFiles.toSorted());
});
