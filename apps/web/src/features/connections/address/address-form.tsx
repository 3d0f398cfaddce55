import { checkAddressBody, connectionRoutes } from '@parley/contract';
import { useState } from 'react';
import { parseAddressChecks } from '../../../lib/parsing/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckItem, CheckList } from '../../../ui/check-list.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { CommandLine } from '../../../ui/command-line.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ConnectFormProps } from '../connect-form-props.ts';
import { FailureBox } from '../failure-box.tsx';
import { replacedBy } from '../kinds.ts';
import { RestoreOffer } from '../restore-offer.tsx';
import { useConnectForm } from '../use-connect-form.ts';

const empty = { url: '' };

export function PublicAddressForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const form = useConnectForm({
    kind: 'address',
    initial: empty,
    secrets: [],
    bodyOf: ({ url }) => ({ url }),
    schema: checkAddressBody,
    replaces: replacedBy(connections.address),
    check: {
      route: connectionRoutes.checkAddress,
      parse: (answer) => {
        const checks = parseAddressChecks(answer);
        return checks && { checks, problem: null };
      },
    },
    connect: { route: connectionRoutes.setAddress, done: 'Public address set' },
    onDirtyChange,
    onConnected,
  });
  const checks = form.result?.checks ?? null;
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
      {form.restore && <RestoreOffer onRestore={form.restore} />}
      <TextField
        label="Address *"
        autoComplete="off"
        inputMode="url"
        data-autofocus
        placeholder="https://desk.example.com"
        hint={
          connections.carrierOnThisMachine
            ? 'The carrier runs on this machine, so an address of this machine is fine.'
            : 'Twilio calls it back for every call, over https.'
        }
        {...form.field('url')}
      />
      <Tunnels port={connections.localPort} />
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {checks !== null && (
          <CheckList label="Checks of the address">
            {checks.map(({ id, name, state, message, remedy }) => (
              <CheckItem key={id} state={state} name={name} message={message} remedy={remedy} />
            ))}
          </CheckList>
        )}
      </div>
      {form.failure !== null && <FailureBox failure={form.failure} />}
      <DialogActions>
        <Button className="sm:mr-auto" onClick={onCancel}>
          Cancel
        </Button>
        <Button busy={form.testing} disabled={form.busy} onClick={form.test}>
          {form.testing ? 'Checking...' : 'Check'}
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {form.busy ? 'Checking and saving...' : 'Use This Address'}
        </Button>
      </DialogActions>
    </form>
  );
}

type Tunnel = 'cloudflared' | 'ngrok' | 'tailscale';

const commands: Readonly<Record<Tunnel, (port: number) => string>> = {
  cloudflared: (port) => `cloudflared tunnel --url http://localhost:${port}`,
  ngrok: (port) => `ngrok http ${port}`,
  tailscale: (port) => `tailscale funnel ${port}`,
};

/** For whoever has no address yet. */
function Tunnels({ port }: { port: number }) {
  const [tunnel, setTunnel] = useState<Tunnel>('cloudflared');
  return (
    <section aria-label="Tunnels" className="grid gap-3 rounded-box border bg-sunken p-4">
      <p className="text-ink-2 text-sm">
        No address yet? A tunnel gives this machine one. Run the command on the machine of this server, and
        enter the https address that it shows.
      </p>
      <ChoiceField
        label="Tunnel"
        labelHidden
        columns={3}
        value={tunnel}
        onValueChange={setTunnel}
        choices={[
          { value: 'cloudflared', label: 'Cloudflare' },
          { value: 'ngrok', label: 'ngrok' },
          { value: 'tailscale', label: 'Tailscale' },
        ]}
      />
      <CommandLine label="command">{commands[tunnel](port)}</CommandLine>
      <p className="text-ink-3 text-sm">
        Everybody with the address can reach the sign-in page of this server while the tunnel is open.
      </p>
    </section>
  );
}
