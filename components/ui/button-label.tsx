import type { ReactNode } from 'react';

/**
 * The label of the main button of a bar. Neither its words nor an amount break: enlarged, the text grows no wider than a phone's window
 * (`cqi`: the width of the bar).
 */
export function ButtonLabel({ children }: { readonly children: ReactNode }) {
  return <span className="inline-block text-[min(1em,9.5cqi)] leading-tight wrap-normal">{children}</span>;
}
