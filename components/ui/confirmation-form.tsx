'use client';

import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Button } from './button';
import { useHydrated } from './use-hydrated';
import { useOnlineStatus } from './use-online-status';

interface ConfirmationFormProps {
  /** The id of the question, which another button of the page can open (`popovertarget`). */
  readonly id?: string;
  readonly action: string;
  /** What is posted, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly labels: {
    readonly open: string;
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly keep: string;
    /** Said when it is confirmed offline: nothing is posted. */
    readonly offline: string;
  };
  /** The question is opened or closed. */
  readonly onToggle?: (isOpen: boolean) => void;
}

/**
 * A form behind a confirmation: the first press opens the question in a sheet, whose first button closes it and whose second one posts. It is a
 * native popover, which works without scripts; a browser that has none shows the question below the button at once. It takes the focus as it opens, and
 * by scripts keeps it: Tab moves between its two buttons.
 */
export function ConfirmationForm({ id: ownId, action, fields, labels, onToggle }: ConfirmationFormProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const [wasOffline, setWasOffline] = useState(false);
  const isOnline = useOnlineStatus();
  const keep = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const isModal = useHydrated() && 'popover' in HTMLElement.prototype;

  function keepFocus(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    (document.activeElement === keep.current ? confirm : keep).current?.focus();
  }

  // Offline the browser would show its own error page in place of this one.
  function stayWhenOffline(event: SubmitEvent<HTMLFormElement>) {
    setWasOffline(!navigator.onLine);
    if (!navigator.onLine) event.preventDefault();
  }

  return (
    <div className="text-center">
      <Button type="button" variant="quiet" testId="cancel" popoverTarget={id}>
        {labels.open}
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-modal={isModal || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        // A press on the text leaves the focus inside.
        tabIndex={-1}
        className="question sheet text-start"
        onToggle={onToggle && (({ newState }) => onToggle(newState === 'open'))}
        onKeyDown={isModal ? keepFocus : undefined}
      >
        <form method="post" action={action} onSubmit={stayWhenOffline}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <h2 id={`${id}-title`} className="text-lg">
            {labels.title}
          </h2>
          <p id={`${id}-text`} className="text-ink-soft mt-1 mb-4">
            {labels.text}
          </p>
          <div className="grid gap-3 sm:flex">
            {/* A popover that opens focuses the element with `autofocus`. */}
            <Button
              ref={keep}
              type="button"
              variant="secondary"
              autoFocus
              popoverTarget={id}
              popoverTargetAction="hide"
            >
              {labels.keep}
            </Button>
            <Button ref={confirm} variant="danger" testId="confirm">
              {labels.confirm}
            </Button>
          </div>
          <p role="status" className="not-empty:mt-3">
            {wasOffline && !isOnline && labels.offline}
          </p>
        </form>
      </div>
    </div>
  );
}
