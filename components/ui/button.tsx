import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { joinClasses } from './join-classes';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const shape =
  'group inline-flex min-h-tap min-w-tap cursor-pointer items-center justify-center gap-2 rounded-md border px-5 py-2.5 text-center text-balance no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress print:hidden';

/**
 * Filled buttons have borders, which separate pale accents from the page and show in forced-colours mode. The label on the accent is large and bold
 * for its contrast: see lib/theme/accent.ts.
 */
const variants = {
  primary:
    'min-h-13 border-accent-ink bg-accent text-lg font-bold text-on-accent hover:bg-accent-pressed active:bg-accent-pressed',
  secondary: 'font-semibold border-line-strong bg-surface text-ink hover:bg-sunken active:bg-sunken',
  quiet:
    'font-semibold border-transparent bg-transparent text-accent-ink underline underline-offset-4 hover:bg-accent-soft active:bg-accent-soft',
  danger: 'font-semibold border-danger bg-danger text-surface hover:underline active:underline',
} as const satisfies Record<ButtonVariant, string>;

interface ButtonAppearance {
  variant?: ButtonVariant;
  /** Takes the whole width on phones. */
  full?: boolean;
  icon?: IconName;
  testId?: string;
  children: ReactNode;
}

function buttonClasses({ variant = 'primary', full = false }: Pick<ButtonAppearance, 'variant' | 'full'>): string {
  return joinClasses(shape, variants[variant], full && 'w-full');
}

type ButtonProps = ButtonAppearance &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    busy?: boolean;
    /** Replaces the label while busy; CSS shows it by `aria-busy`. */
    busyLabel?: string;
  };

/** In a narrow window enlarged text needs the space of the icon. */
const iconClasses = '@max-[15rem]:hidden';

/** A button, at least 44 px high. It submits its form unless `type` says otherwise. */
export function Button({ variant, full, icon, testId, busy = false, busyLabel, children, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClasses({ variant, full })}
      data-testid={testId}
      aria-busy={busy || undefined}
    >
      {icon ? <Icon name={icon} className={joinClasses(iconClasses, 'group-aria-busy:hidden')} /> : null}
      {busyLabel === undefined ? (
        children
      ) : (
        <>
          <span className="group-aria-busy:hidden">{children}</span>
          <span className="hidden group-aria-busy:contents">
            <Spinner />
          </span>
          <span className="hidden group-aria-busy:inline">{busyLabel}</span>
        </>
      )}
    </button>
  );
}

type LinkButtonProps = ButtonAppearance & Omit<ComponentProps<'a'>, 'className' | 'style'> & { href: string };

/** A link styled as a button: for navigation, never for an action. */
export function LinkButton({ variant, full, icon, testId, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, full })} data-testid={testId}>
      {icon ? <Icon name={icon} className={iconClasses} /> : null}
      {children}
    </a>
  );
}
