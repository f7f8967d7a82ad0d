import en from '../../messages/en.json';
import type { ProjectCopy } from './project-copy';

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'áƀçďéƒĝĥíĵķĺɱñóƥɋŕšţúṽŵẋýžÁƁÇĎÉƑĜĤÍĴĶĹṀÑÓƤɊŔŠŢÚṼŴẊÝŽ'][index] ?? letter,
  ]),
);

/** Accents every letter and doubles the vowels, which makes a text about 40 % longer. */
export function accent(text: string): string {
  return text.replace(/[aeiou]/gi, '$&$&').replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
}

/** ICU arguments and tags of a message, and the branches of a plural: `{count, plural, one {# code}}`. */
const branches = /((?:=\d+|zero|one|two|few|many|other)\s*\{)([^{}]*)(\})/g;
const argument = /\{(?:[^{}]|\{[^{}]*\})*\}|<\/?\w+>|%s/g;

function accentMessage(message: string): string {
  const accentedArguments = [...message.matchAll(argument)].map(([found]) =>
    found.replace(branches, (_, start: string, text: string, end: string) => `${start}${accent(text)}${end}`),
  );
  return message
    .split(argument)
    .map((text, index) => accent(text) + (accentedArguments[index] ?? ''))
    .join('');
}

/** Translates a catalogue into the pseudo-locale. */
export function createPseudoCatalogue(messages: object): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? accentMessage(value) : createPseudoCatalogue(value as object),
    ]),
  );
}

/** The row of the pseudo-locale in `lib/domain/locales.ts`. */
export const pseudoLocale = { code: 'qps', ownName: accent('Pseudo language') } as const;

/** Adds the pseudo-locale to a copy of the project by the recipe 'Add a language' in docs/contribute.md. */
export function addPseudoLocale({ create, edit }: ProjectCopy): void {
  const { code, ownName } = pseudoLocale;
  edit(
    'lib/domain/locales.ts',
    /(?=\n\} as const satisfies)/,
    `\n  ${code}: { ownName: '${ownName}', intlTag: 'ms-MY', dayPeriod: 'short', hourSeparator: '.', openGraph: 'en_XA' },`,
  );
  create(`messages/${code}.json`, JSON.stringify(createPseudoCatalogue(en), null, 2));
  edit(
    'messages/catalogues.ts',
    "import ms from './ms.json';",
    `import ms from './ms.json';\nimport ${code} from './${code}.json';`,
  );
  edit('messages/catalogues.ts', /, ta \}/, `, ta, ${code} }`);
}
