import { describeVariable, type VariableDescription } from '@/lib/configuration/variable-notes';
import { sections } from '@/lib/configuration/sections';

interface NamedVariable extends VariableDescription {
  readonly name: string;
}

function listVariables(schema: (typeof sections)[number]['schema']): NamedVariable[] {
  return Object.entries(schema.shape).map(([name, variable]) => ({ name, ...describeVariable(variable) }));
}

/** Breaks a comment of `.env.example` at blanks. */
function wrapComment(text: string, width = 118): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

function describeInExample({ name, about, expected, defaultValue, fallback, example }: NamedVariable): string[] {
  const whenEmpty = fallback === undefined ? '' : ` Empty: ${fallback}.`;
  return [
    ...wrapComment(`${about} (${expected}).${whenEmpty}`),
    `#${name}=${example ?? (fallback === undefined ? (defaultValue ?? '') : '')}`,
  ];
}

/** Gives `.env.example`: every variable, what it is for, what it must be, and its default. */
export function writeEnvExample(): string {
  const head = [
    '# Copy to .env to change what `npm start` runs with. What the environment itself says wins over this file.',
    '# Everything is optional with the sandbox; what stands behind a name is its default, or an example where it has none.',
    '# Made by `npm run docs -- configuration` from lib/configuration.',
  ];
  const parts = sections.map(({ title, about, schema }) => [
    '',
    `# ---- ${title} ----`,
    ...(about === undefined ? [] : wrapComment(`${about}.`)),
    ...listVariables(schema).flatMap(describeInExample),
  ]);
  return [...head, ...parts.flat(), ''].join('\n');
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const asCode = (text: string) => `\`${text}\``;
/** Values are code, words that stand for a value are not. */
const asDefault = (text: string | undefined) =>
  text === undefined ? '' : /^\S+$|:\/\//.test(text) ? asCode(text) : text;
const escapePipes = (text: string) => text.replaceAll('|', '\\|');

/** Gives the table of README.md: the few variables that most deployments set. */
export function writeChiefTable(): string {
  const chief = sections
    .flatMap(({ schema }) => listVariables(schema))
    .filter(({ isEssential }) => isEssential === true);
  return writeTable(
    ['variable', 'default', 'meaning'],
    chief.map(({ name, defaultValue, about }) => [asCode(name), asDefault(defaultValue), escapePipes(about)]),
  );
}

/** Gives the tables of docs/operate.md: every variable, section by section. */
export function writeWholeTables(): string {
  const tables = sections.map(({ title, about, schema }) => {
    const rows = listVariables(schema).map((variable) => [
      `${asCode(variable.name)}${variable.isSecret === true ? ' (secret)' : ''}`,
      asDefault(variable.defaultValue),
      escapePipes(variable.about),
      escapePipes(variable.expected),
    ]);
    const table = writeTable(['variable', 'default', 'what for', 'must be'], rows);
    return [`### ${title}`, ...(about === undefined ? [] : [`${about}.`]), table].join('\n\n');
  });
  return tables.join('\n\n');
}
