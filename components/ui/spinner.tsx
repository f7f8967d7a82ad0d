import { joinClasses } from './join-classes';

/** A turning ring beside words that say what is awaited; it stands still where motion is unwelcome. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'inline-block size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  );
}
