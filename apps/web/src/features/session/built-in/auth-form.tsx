import type { FormEvent, ReactNode } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';

interface AuthFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  error: string | null;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
  footer: ReactNode;
}

export function AuthForm({ onSubmit, busy, error, submitLabel, busyLabel, children, footer }: AuthFormProps) {
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {error !== null && <AlertBox>{error}</AlertBox>}
      {children}
      <Button type="submit" look="primary" busy={busy} className="mt-1 w-full">
        {busy ? busyLabel : submitLabel}
      </Button>
      <p className="text-center text-ink-2">{footer}</p>
    </form>
  );
}

export const linkClasses = 'font-medium text-ink underline underline-offset-4 hover:text-accent';
