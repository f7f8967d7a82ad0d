import { Button, LinkButton } from './button';

interface ConfirmationFormProps {
  readonly action: string;
  /** What is posted, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly labels: {
    readonly open: string;
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly keep: string;
  };
  /** The link target of 'keep': an anchor on the page. */
  readonly keepHref: string;
  /** The question is opened or closed. */
  readonly onToggle?: (isOpen: boolean) => void;
}

/** A form behind a confirmation: the first press opens the question in place, its button posts. Works without scripts. */
export function ConfirmationForm({ action, fields, labels, keepHref, onToggle }: ConfirmationFormProps) {
  return (
    <details
      className="text-center"
      onToggle={
        onToggle &&
        (({ currentTarget }) => {
          onToggle(currentTarget.open);
          // The question may open below the window.
          if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
        })
      }
    >
      <summary
        data-testid="cancel"
        className="min-h-tap text-accent-ink inline-flex cursor-pointer list-none items-center rounded-md px-5 font-semibold underline underline-offset-4"
      >
        {labels.open}
      </summary>
      <form method="post" action={action} className="sheet mt-2 text-start">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <h2 className="text-lg">{labels.title}</h2>
        <p className="text-ink-soft mt-1 mb-4">{labels.text}</p>
        <div className="grid gap-3 sm:flex">
          <LinkButton variant="secondary" href={keepHref}>
            {labels.keep}
          </LinkButton>
          <Button variant="danger" testId="confirm">
            {labels.confirm}
          </Button>
        </div>
      </form>
    </details>
  );
}
