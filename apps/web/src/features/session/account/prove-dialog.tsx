import { type PasswordAndCodeBody, passwordAndCodeBody } from '@parley/contract';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useAuthForm } from '../built-in/use-auth-form.ts';

interface ProveDialogProps<Result> {
  open: boolean;
  /** Of the action, for `useSend`. */
  name: string;
  title: string;
  description: string;
  label: string;
  busyLabel: string;
  danger?: boolean;
  act: (body: PasswordAndCodeBody) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** Asks for the password and a code before something that would open the account. */
export function ProveDialog<Result>({
  open,
  title,
  description,
  onClose,
  ...form
}: ProveDialogProps<Result>) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title} description={description}>
      <ProveForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function ProveForm<Result>({
  name,
  label,
  busyLabel,
  danger = false,
  act,
  onDone,
  onClose,
}: Omit<ProveDialogProps<Result>, 'open' | 'title' | 'description'>) {
  const form = useAuthForm({
    name,
    schema: passwordAndCodeBody,
    send: async (body) => {
      const result = await act(body);
      onClose();
      onDone(result);
    },
    fieldOf: { wrong_password: 'password', wrong_code: 'code', code_used: 'code' },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="grid gap-4">
      {form.error !== null && <AlertBox>{form.error}</AlertBox>}
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        data-autofocus
        error={form.fieldErrors.password}
      />
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        required
        error={form.fieldErrors.code}
        hint="Of your authenticator app, or a recovery code."
      />
      <DialogActions>
        <Button type="button" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={form.busy}>
          {form.busy ? busyLabel : label}
        </Button>
      </DialogActions>
    </form>
  );
}
