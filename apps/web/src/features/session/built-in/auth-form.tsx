import type { ReactNode, Ref } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { AuthFormState } from './use-auth-form.ts';

interface AuthFormProps {
  form: AuthFormState;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
  footer: ReactNode;
  formRef?: Ref<HTMLFormElement>;
}

export function AuthForm({ form, submitLabel, busyLabel, children, footer, formRef }: AuthFormProps) {
  return (
    <form ref={formRef} onSubmit={form.onSubmit} noValidate className="grid gap-4">
      {form.error !== null && <AlertBox>{form.error}</AlertBox>}
      {children}
      <Button type="submit" look="primary" busy={form.busy} className="mt-1 w-full">
        {form.busy ? busyLabel : submitLabel}
      </Button>
      <p className="text-center text-ink-2">{footer}</p>
    </form>
  );
}

export const linkClasses = 'rounded-box font-medium text-ink underline underline-offset-4';
