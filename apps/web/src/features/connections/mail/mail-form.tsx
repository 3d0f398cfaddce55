import { checkMailBody, connectionRoutes } from '@parley/contract';
import { parseMailCheck } from '../../../lib/parsing/connections.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConnectFormEnd } from '../connect-form-end.tsx';
import type { ConnectFormProps } from '../connect-form-props.ts';
import { replacedBy } from '../kinds.ts';
import { RestoreOffer } from '../restore-offer.tsx';
import { useConnectForm } from '../use-connect-form.ts';

const empty = { host: '', port: '587', security: 'starttls', user: '', password: '', from: '' };

/** What goes with it, as long as nobody has typed another port. */
const usualPorts: Readonly<Record<string, string>> = { starttls: '587', tls: '465', plain: '25' };

export function MailForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const form = useConnectForm({
    kind: 'mail',
    initial: empty,
    secrets: ['password'],
    bodyOf: ({ port, user, password, ...typed }) => ({
      ...typed,
      port: /^\d+$/.test(port.trim()) ? Number(port) : null,
      user: user.trim() || null,
      password: password || null,
    }),
    schema: checkMailBody,
    replaces: replacedBy(connections.mail),
    check: { route: connectionRoutes.checkMail, parse: parseMailCheck },
    connect: { route: connectionRoutes.connectMail, done: 'Mail connected' },
    onDirtyChange,
    onConnected,
  });
  const { typed, field, errors } = form;
  const isUsual = Object.values(usualPorts).includes(typed.port);
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
      {form.restore && <RestoreOffer onRestore={form.restore} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          className="sm:col-span-2"
          label="Mail server *"
          autoComplete="off"
          placeholder="smtp.example.com"
          {...field('host')}
        />
        <NativeSelect
          label="Security"
          error={errors.get('security')}
          value={typed.security}
          onValueChange={(security) =>
            form.change({ security, ...(isUsual ? { port: usualPorts[security] ?? typed.port } : {}) })
          }
          options={[
            { value: 'starttls', label: 'Turns secure (STARTTLS)' },
            { value: 'tls', label: 'Secure from the start (TLS)' },
            { value: 'plain', label: 'None, on this machine only' },
          ]}
        />
        <TextField label="Port *" inputMode="numeric" autoComplete="off" {...field('port')} />
        <TextField
          label="User"
          autoComplete="off"
          {...field('user')}
          error={errors.get('user') ?? errors.get('')}
        />
        <SecretField label="Password" {...field('password')} />
        <TextField
          className="sm:col-span-2"
          label="From *"
          type="email"
          autoComplete="off"
          placeholder="desk@example.com"
          hint="The address that messages come from."
          {...field('from')}
        />
      </div>
      <ConnectFormEnd
        form={form}
        found={form.result && sentText(form.result.sentTo)}
        testLabel="Send a Test Message"
        connectLabel="Connect Mail"
        onCancel={onCancel}
      />
    </form>
  );
}

function sentText(to: string | null): string {
  return to === null
    ? 'The mail server took the message.'
    : `We sent a message to ${to}. Did it arrive? Look in the spam folder too.`;
}
