import { type ComponentProps, cloneElement, isValidElement } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

const looks = {
  /** The most important action of a screen. */
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-red-solid text-[#fff] border-transparent hover:brightness-90',
} as const;

const sizes = {
  md: 'h-9 px-3.5 text-base',
  lg: 'h-11 px-5 text-md',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  /** Shows a spinner and disables the button; change the label too. */
  busy?: boolean;
  /** Applies the look to the one child (such as a link) instead of a button. */
  asChild?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'md',
  busy = false,
  asChild = false,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const classes = cx(
    'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-box border font-medium',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55',
    looks[look],
    sizes[size],
    className,
  );
  if (asChild) {
    if (!isValidElement<{ className?: string }>(children))
      throw new Error('asChild needs exactly one element');
    return cloneElement(children, { ...rest, className: cx(classes, children.props.className) });
  }
  return (
    <button type="button" className={classes} disabled={disabled || busy} {...rest}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
