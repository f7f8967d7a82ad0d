import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/*
 * Reads the sources with the type checker: a state that nothing renders, or an action that nothing calls, has no behaviour that a test could
 * observe.
 */

interface Store {
  readonly file: string;
  /** The hooks by which components get it. */
  readonly hooks: RegExp;
  /** The interfaces of its state and actions. */
  readonly parts: readonly string[];
}

const stores: readonly Store[] = [
  { file: 'lib/stores/bill-store.ts', hooks: /\buseBillStore\b/, parts: ['BillState', 'BillActions'] },
  {
    file: 'lib/stores/payment-store.ts',
    hooks: /\busePaymentStore(Api)?\b/,
    parts: ['PaymentState', 'PaymentActions', 'PaymentRequest', 'PaymentError', 'CardRemoval'],
  },
  { file: 'lib/stores/user-store.ts', hooks: /\buseUserStore\b/, parts: ['RememberedUser', 'UserActions'] },
  {
    file: 'lib/stores/history-store.ts',
    hooks: /\b(useHistoryStore|createHistoryStore)\b/,
    parts: ['HistoryState', 'HistoryActions'],
  },
];

/** Components and hooks that get a store by one of its hooks. Helpers that are handed a state do not render it. */
function findSubscribers(root: string, hooks: RegExp): readonly string[] {
  return ['app', 'components']
    .flatMap((folder) => ts.sys.readDirectory(join(root, folder), ['.ts', '.tsx']))
    .filter((path) => !/\.(test|fixture)\./.test(path) && hooks.test(readFileSync(path, 'utf8')));
}

/** A field of a state or an action. */
function isMember(node: ts.Node | undefined): node is ts.PropertySignature | ts.MethodSignature {
  return node !== undefined && (ts.isPropertySignature(node) || ts.isMethodSignature(node));
}

/** Returns the fields and actions of a store that no subscriber below `root` reads or calls, as `Interface.field`. */
function findUnread({ file, hooks, parts }: Store, root: string): readonly string[] {
  const subscribers = findSubscribers(root, hooks);
  const options: ts.CompilerOptions = {
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    paths: { '@/*': [join(root, '*')] },
    strict: true,
    target: ts.ScriptTarget.ESNext,
    types: [],
  };
  const program = ts.createProgram([...subscribers, join(root, file)], options);
  const checker = program.getTypeChecker();

  /** Returns the `Interface.field` to which a name in a property access or a destructuring refers. */
  function fieldOf(symbol: ts.Symbol | undefined): string | null {
    const declaration = symbol?.declarations?.[0];
    if (!isMember(declaration)) return null;
    const owner = declaration.parent;
    if (!ts.isInterfaceDeclaration(owner)) {
      // A part without its own interface: `cardDetailsEPP: { bank, months }`.
      const outer = ts.isTypeLiteralNode(owner) && ts.isPropertySignature(owner.parent) ? owner.parent : null;
      const parent = outer === null ? null : fieldOf(checker.getSymbolAtLocation(outer.name));
      return parent === null ? null : `${parent}.${declaration.name.getText()}`;
    }
    return `${owner.name.text}.${declaration.name.getText()}`;
  }

  const read = new Set<string>();
  function visit(node: ts.Node) {
    if (ts.isPropertyAccessExpression(node)) {
      const field = fieldOf(checker.getSymbolAtLocation(node.name));
      if (field !== null) read.add(field);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      const type = checker.getTypeAtLocation(node.parent);
      const field = ts.isIdentifier(name) ? fieldOf(checker.getPropertyOfType(type, name.text)) : null;
      if (field !== null) read.add(field);
    }
    ts.forEachChild(node, visit);
  }
  const declared = new Set<string>();
  function declare(node: ts.Node) {
    if (isMember(node)) {
      const field = fieldOf(checker.getSymbolAtLocation(node.name));
      if (field !== null && parts.some((part) => field.startsWith(`${part}.`))) declared.add(field);
    }
    ts.forEachChild(node, declare);
  }
  declare(program.getSourceFile(join(root, file))!);
  for (const path of subscribers) visit(program.getSourceFile(path)!);
  return [...declared].filter((field) => !read.has(field));
}

test.each(stores)(
  'every field and action of $file is used by a component that subscribes to it',
  (store) => {
    expect(findUnread(store, process.cwd())).toEqual([]);
  },
  120_000,
);

test('a field is read, or an action called, in a selector, a destructuring or through getState, and by nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'ebill-stores-'));
  const files = {
    'lib/stores/store.ts': `
      export interface Part { readonly read: string; readonly partUnread: string }
      export interface State {
        readonly selected: string; readonly destructured: string; readonly got: string; readonly part: Part;
        readonly nested: { readonly read: string; readonly nestedUnread: string };
        readonly written: string; readonly unread: string; readonly testOnly: string; readonly helperOnly: string;
        called(): void; uncalled(): void;
      }
      export declare function useTheStore<Selected>(selector: (state: State) => Selected): Selected;
      export declare const store: { getState(): State; setState(state: Partial<State>): void };`,
    'components/shown.tsx': `
      import { store, useTheStore } from '@/lib/stores/store';
      export function Shown() {
        const selected = useTheStore((state) => state.selected);
        const other = useTheStore(({ destructured: renamed }) => renamed);
        const { read } = useTheStore((state) => state.part);
        const nested = useTheStore((state) => state.nested.read);
        store.setState({ written: '' });
        store.getState().called();
        return [selected, other, read, nested, store.getState().got];
      }`,
    'components/shown.test.tsx': `
      import { useTheStore } from '@/lib/stores/store';
      export const useTestOnly = () => useTheStore((state) => state.testOnly);`,
    'components/helper.ts': `
      import type { State } from '@/lib/stores/store';
      export const help = (state: State) => state.helperOnly;`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  const store: Store = { file: 'lib/stores/store.ts', hooks: /\buseTheStore\b/, parts: ['State', 'Part'] };
  const unread = findUnread(store, root);
  rmSync(root, { recursive: true });
  expect(unread).toEqual([
    'Part.partUnread',
    'State.nested.nestedUnread',
    'State.written',
    'State.unread',
    'State.testOnly',
    'State.helperOnly',
    'State.uncalled',
  ]);
}, 60_000);
