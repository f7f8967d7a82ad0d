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

/** Tags of a message, and the placeholders of Next's titles. */
const tag = /(<\/?\w+>|%s)/g;

function accentText(text: string): string {
  return text
    .split(tag)
    .map((part, index) => (index % 2 === 0 ? accent(part) : part))
    .join('');
}

type TextMapping = (text: string) => string;

/** Maps what is outside of the outermost braces of a text, and what is in each pair of them. */
function mapBraces(text: string, mapOutside: TextMapping, mapInside: TextMapping): string {
  let result = '';
  let start = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') {
      if (depth === 0) {
        result += `${mapOutside(text.slice(start, index))}{`;
        start = index + 1;
      }
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0) {
        result += `${mapInside(text.slice(start, index))}}`;
        start = index + 1;
      }
    }
  }
  return result + mapOutside(text.slice(start));
}

/** Accents a message (ICU syntax) but for its arguments: the branches of a plural, such as `{count, plural, one {# code}}`, are messages. */
function accentMessage(message: string): string {
  const keep: TextMapping = (text) => text;
  return mapBraces(message, accentText, (argument) => mapBraces(argument, keep, accentMessage));
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
    `\n  ${code}: { ownName: '${ownName}', shortName: '${ownName}', intlTag: 'ms-MY', dayPeriod: 'short', hourSeparator: '.', openGraph: 'en_XA' },`,
  );
  create(`messages/${code}.json`, JSON.stringify(createPseudoCatalogue(en), null, 2));
  edit(
    'messages/catalogues.ts',
    "import ms from './ms.json';",
    `import ms from './ms.json';\nimport ${code} from './${code}.json';`,
  );
  edit('messages/catalogues.ts', /, ta \}/, `, ta, ${code} }`);
}
