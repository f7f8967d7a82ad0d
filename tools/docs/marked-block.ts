/** Returns a document with the text of one marked block replaced. Throws if the document has no such block. */
export function replaceBlock(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: generated -->`, `<!-- end of ${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`there is no block '${name}' in this document`);
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`;
}
