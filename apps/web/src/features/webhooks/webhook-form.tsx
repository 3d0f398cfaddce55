import {
  changeWebhookBody,
  createWebhookBody,
  limits,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEventNames,
  webhookEventTypes,
  webhookRoutes,
} from '@parley/contract';
import { useEffect, useId, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { flatDraft, useDraft } from '../../lib/drafts.ts';
import { parseWebhookSecret, type WebhookSecret } from '../../lib/parsing/webhooks.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWebhooksChanged } from './use-webhooks.ts';

/** Events are one text, so that the draft of the form is flat. */
const empty = { name: '', address: '', events: '', enabled: 'yes' };
type Typed = typeof empty;
const parseTyped = flatDraft(empty);
type Mistakes = Partial<Record<'name' | 'address' | 'events', string>>;

export const draftOf = (endpoint: WebhookEndpoint | null) => `webhook:${endpoint?.id ?? 'new'}`;

interface WebhookFormProps {
  /** Null: another one is added. */
  endpoint: WebhookEndpoint | null;
  onDirtyChange: (dirty: boolean) => void;
  /** With its secret where it was added. */
  onSaved: (made: WebhookSecret | null) => void;
  onCancel: () => void;
}

export function WebhookForm({ endpoint, onDirtyChange, onSaved, onCancel }: WebhookFormProps) {
  const api = useApi();
  const changed = useWebhooksChanged();
  const stored: Typed =
    endpoint === null
      ? empty
      : {
          ...{ name: endpoint.name, address: endpoint.address, events: endpoint.events.join(' ') },
          enabled: endpoint.enabled ? 'yes' : 'no',
        };
  const [typed, setTyped] = useState(stored);
  const change = (next: Partial<Typed>) => setTyped((before) => ({ ...before, ...next }));
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'save-webhook',
    act: (body: object) => {
      setError(null);
      return endpoint === null
        ? api.send(webhookRoutes.createWebhook, { body })
        : api.send(webhookRoutes.changeWebhook, { params: { id: endpoint.id }, body });
    },
    onDone: async (answer) => {
      draft.clear();
      toast.success(endpoint === null ? 'Endpoint added' : 'Endpoint saved');
      onSaved(endpoint === null ? (parseWebhookSecret(answer) ?? null) : null);
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  const isDirty = JSON.stringify(typed) !== JSON.stringify(stored);
  const draft = useDraft({
    ...{ form: draftOf(endpoint), value: isDirty ? typed : null, parse: parseTyped, busy, onDirtyChange },
  });
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  function submit(): void {
    const settings = { name: typed.name, address: typed.address, events: [...chosenOf(typed)] };
    const parsed =
      endpoint === null
        ? createWebhookBody.safeParse(settings)
        : changeWebhookBody.safeParse({
            ...{ ...settings, enabled: typed.enabled === 'yes', revision: endpoint.revision },
          });
    const found: Mistakes = {};
    for (const { path, message } of parsed.error?.issues.toReversed() ?? [])
      found[path[0] as keyof Mistakes] = message;
    setMistakes(found);
    if (parsed.success) send(parsed.data);
  }

  return (
    <DialogForm
      {...{ draft, busy, error, onCancel, doing: 'Saving...', failed: 'Failed to save the endpoint' }}
      action={endpoint === null ? 'Add Endpoint' : 'Save Endpoint'}
      onRestore={setTyped}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={typed.name}
        autoComplete="off"
        placeholder="Practice software"
        count={{ length: [...typed.name].length, max: limits.webhookNameMax }}
        error={mistakes.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        value={typed.address}
        autoComplete="off"
        placeholder="https://example.com/webhooks"
        hint="Events are sent to it as signed POST requests."
        error={mistakes.address}
        onChange={(event) => change({ address: event.target.value })}
      />
      <EventFields
        chosen={chosenOf(typed)}
        error={mistakes.events}
        disabled={busy}
        onChange={(chosen) =>
          change({ events: webhookEventNames.filter((name) => chosen.has(name)).join(' ') })
        }
      />
      {endpoint !== null && (
        <SwitchField
          label="On"
          hint="While it is off it gets no new events. What was waiting goes on when it is on again."
          checked={typed.enabled === 'yes'}
          disabled={busy}
          onCheckedChange={(on) => change({ enabled: on ? 'yes' : 'no' })}
        />
      )}
    </DialogForm>
  );
}

function chosenOf({ events }: Typed): ReadonlySet<WebhookEventType> {
  const names = new Set(events.split(' '));
  return new Set(webhookEventNames.filter((name) => names.has(name)));
}

interface EventFieldsProps {
  chosen: ReadonlySet<WebhookEventType>;
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: ReadonlySet<WebhookEventType>) => void;
}

function EventFields({ chosen, error, disabled, onChange }: EventFieldsProps) {
  const errorId = useId();
  const all = chosen.size === webhookEventNames.length;
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1.5 font-medium text-sm">Events</legend>
      <Button
        className="w-fit"
        disabled={disabled}
        onClick={() => onChange(new Set(all ? [] : webhookEventNames))}
      >
        {all ? 'Choose None' : 'Choose All'}
      </Button>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-red text-sm">
          {error}
        </p>
      )}
      <div className="grid gap-x-6 gap-y-1 rounded-box border p-4 sm:grid-cols-2">
        {webhookEventNames.map((name) => (
          <Checkbox
            key={name}
            label={
              <>
                {webhookEventTypes[name]} <code className="block font-normal text-ink-3 text-xs">{name}</code>
              </>
            }
            checked={chosen.has(name)}
            disabled={disabled}
            onCheckedChange={(checked) => {
              const next = new Set(chosen);
              if (checked) next.add(name);
              else next.delete(name);
              onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
