import type { Messages, NestedKeyOf } from 'next-intl';

/** A namespace of `messages/`, or one message: `payment`, `errors.technical`. */
export type MessagePath = NestedKeyOf<Messages>;

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addPath(picked: Record<string, unknown>, from: unknown, [name, ...rest]: readonly string[]): void {
  if (name === undefined || !isTree(from) || !(name in from)) return;
  if (rest.length === 0) {
    picked[name] = from[name];
    return;
  }
  const known = picked[name];
  const branch: Record<string, unknown> = isTree(known) ? { ...known } : {};
  picked[name] = branch;
  addPath(branch, from[name], rest);
}

function removePath(tree: Tree, [name = '', ...rest]: readonly string[]): Tree {
  const { [name]: branch, ...others } = tree;
  return rest.length > 0 && isTree(branch) ? { ...others, [name]: removePath(branch, rest) } : others;
}

/** Returns the messages at some paths, without those at `except`, nested as in `messages/`, for a screen's client components. */
export function pickMessages(messages: Tree, paths: readonly MessagePath[], except: readonly MessagePath[] = []): Tree {
  const picked: Record<string, unknown> = {};
  for (const path of paths) addPath(picked, messages, path.split('.'));
  return except.reduce((rest: Tree, path) => removePath(rest, path.split('.')), picked);
}
