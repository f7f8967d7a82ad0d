/*
 * What the documentation tells its readers to type, to open and to set: read out of Markdown, so that a test can see that all of it is there.
 */

export interface Documented {
  /** What stands in code spans, and in blocks of code line by line. */
  readonly code: readonly string[];
  /** Targets of links within the project, as written: a path, a `#heading`, or both. */
  readonly links: readonly string[];
}

const fenced = /^```.*?^```$/gms;

/** Reads a page of documentation. */
export function readDocument(markdown: string): Documented {
  const blocks = [...markdown.matchAll(fenced)].map(([block]) => block.split('\n').slice(1, -1).join('\n'));
  const prose = markdown.replaceAll(fenced, '');
  const indented = prose.split('\n').filter((line) => /^ {4}\S/.test(line));
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const links = [...prose.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
  return {
    code: [...blocks.flatMap((block) => block.split('\n')), ...indented, ...spans].map((line) => line.trim()),
    links,
  };
}

export interface NpmCommand {
  readonly script: string;
  /** What stands after `--`, until a column of blanks or the end of a code span within the line. */
  readonly parameters: readonly string[];
}

/** Finds the `npm` commands of a line: `npm run X -- parameters`, `npm test`, `npm start`. */
export function findNpmCommands(line: string): readonly NpmCommand[] {
  return [...line.matchAll(/npm (?:run )?([a-z][\w:-]*)(?: -- ((?:(?! {2}|`).)+))?/g)].flatMap(
    ([command, script = '', rest = '']) =>
      command.startsWith('npm run ') || script === 'test' || script === 'start'
        ? [{ script, parameters: rest.split(' ').filter((word) => word !== '' && word !== '\\') }]
        : [],
  );
}

/** Gives a heading's anchor as code hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
