/** Parts of a Markdown document that tests check. */
export interface DocumentContents {
  /** Code spans, and the lines of code blocks. */
  readonly code: readonly string[];
  /** Targets of links within the project, as written: a path, a `#heading`, or both. */
  readonly links: readonly string[];
}

const fenced = /^```.*?^```$/gms;

/** Reads the code and the links of a document. */
export function readDocument(markdown: string): DocumentContents {
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
  /** The words after `--`, until two spaces or the end of the code span. */
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

/** Returns a heading's anchor as GitHub generates it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
