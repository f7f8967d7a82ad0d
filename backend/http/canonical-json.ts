type Piece = { readonly text: string } | { readonly value: unknown };

/** The pieces of a list or an object: its members with what separates them. */
function* piecesOf(value: object): Generator<Piece> {
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((inner: unknown) => ({ name: '', inner }))
    : Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]: [string, unknown]) => ({ name: `${JSON.stringify(name)}:`, inner }));
  yield { text: isList ? '[' : '{' };
  for (const [index, { name, inner }] of members.entries()) {
    yield { text: `${index === 0 ? '' : ','}${name}` };
    yield { value: inner };
  }
  yield { text: isList ? ']' : '}' };
}

/**
 * Writes a value that `JSON.parse` returned in one form, without white space and with the members of objects sorted by name (RFC 8785): two
 * JSON texts with the same content are the same.
 */
export function canonicalJson(value: unknown): string {
  let written = '';
  // A list and not recursion: nesting as deep as a body may be would overflow the stack.
  const left: Piece[] = [{ value }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if ('text' in piece) written += piece.text;
    else if (typeof piece.value !== 'object' || piece.value === null) written += JSON.stringify(piece.value);
    else for (const inner of [...piecesOf(piece.value)].toReversed()) left.push(inner);
  }
  return written;
}
