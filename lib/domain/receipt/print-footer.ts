import type { ReceiptDocument } from './receipt-document';

/** Writes a text as a string of CSS, which is also safe inside of a `<style>` element. */
function writeString(text: string): string {
  return `"${text.replaceAll(/["\\<\p{Cc}]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}

/**
 * Writes the style rule that prints on each sheet which receipt it is and the sheet's number. Browsers without margin boxes, as Safari is, print
 * neither.
 */
export function writePrintFooter({ reference, page }: ReceiptDocument['pageFooter']): string {
  const number = page
    .split(/\{(pages?)\}/)
    .map((part, index) => (index % 2 === 0 ? writeString(part) : `counter(${part})`))
    .join(' ');
  return `@page{font-size:.75rem;color:#333;@bottom-left{content:${writeString(reference)}}@bottom-right{content:${number}}}`;
}
