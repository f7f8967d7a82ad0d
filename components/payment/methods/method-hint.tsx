/** A one-line hint of a method's next step. */
export function MethodHint({ text }: { readonly text: string }) {
  return <p className="text-ink-soft text-sm">{text}</p>;
}
