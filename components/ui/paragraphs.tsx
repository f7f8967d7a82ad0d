/** Renders each line of a text as a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <div className="grid gap-2">
      {text.split('\n').map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
