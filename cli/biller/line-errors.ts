import { OperatorError } from '../operator-client';

/** What is wrong with a line of a file. */
export interface LineError {
  readonly line: number;
  readonly message: string;
}

/** Errors that are shown; a file that is wrong throughout has no more to say. */
const shown = 50;

/** Collects what is wrong with a file; throws an OperatorError that lists it, if there is anything. */
export class LineErrors {
  private readonly first: LineError[] = [];
  private count = 0;

  /** `consequence`: what the errors mean for the command. */
  constructor(private readonly consequence = 'Nothing was changed') {}

  add(errors: readonly LineError[]): void {
    this.count += errors.length;
    this.first.push(...errors.slice(0, shown - this.first.length));
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  throwIfAny(): void {
    if (this.isEmpty) return;
    const lines = this.first
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, message }) => `line ${line}: ${message}`);
    const more = this.count > shown ? [`and ${this.count - shown} more`] : [];
    throw new OperatorError([`${this.consequence}: ${this.count} errors.`, ...lines, ...more].join('\n'));
  }
}
