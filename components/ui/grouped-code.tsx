import { Fragment } from 'react';

/** A long code in groups of four characters, which wraps between groups only. Nothing is added to its text: it is copied and read as it is. */
export function GroupedCode({ text }: { readonly text: string }) {
  return (text.match(/.{1,4}/gsu) ?? []).map((group, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      <span className="mx-[0.15em] whitespace-pre">{group}</span>
    </Fragment>
  ));
}
