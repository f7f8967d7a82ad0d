/** Control characters but for tabs and line breaks, and halves of surrogate pairs. U+0080 to U+009F are in texts of other encodings. */
const unstorable = /(?![\t\n\r\u0080-\u009f])[\p{Cc}\p{Cs}]/u;

/**
 * Whether a parsed body, query or path has text, at any depth, that PostgreSQL refuses (U+0000, and in JSON an unpaired surrogate), or that
 * would reach terminals and files as a control character.
 */
export function hasUnstorableText(value: unknown): boolean {
  // A list and not recursion: nesting as deep as a body may be would overflow the stack.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (unstorable.test(one)) return true;
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, inner] of Object.entries(one)) left.push(name, inner);
    }
  }
  return false;
}
