/** What happens next with a method, in one quiet line. */
export function MethodHint({ text }: { readonly text: string }) {
  return <p className="text-ink-soft text-sm">{text}</p>;
}
