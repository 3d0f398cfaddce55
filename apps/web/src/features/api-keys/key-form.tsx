import { apiKeyRoutes, limits } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { type CreatedApiKey, parseCreatedApiKey } from '../../lib/parsing/api-keys.ts';
import { useSend } from '../../lib/use-send.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { numberText } from '../../ui/number-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import {
  chosenPermissions,
  emptyKey,
  expiryChoices,
  type KeyMistakes,
  parseTypedKey,
  permissionsText,
  readKey,
} from './new-key.ts';
import { PermissionFields } from './permission-fields.tsx';
import { useApiKeysChanged } from './use-api-keys.ts';

export const draftName = 'api-key:new';

interface KeyFormProps {
  onDirtyChange: (dirty: boolean) => void;
  onMade: (made: CreatedApiKey) => void;
  onCancel: () => void;
}

export function KeyForm({ onDirtyChange, onMade, onCancel }: KeyFormProps) {
  const api = useApi();
  const changed = useApiKeysChanged();
  const [typed, setTyped] = useState(emptyKey);
  const change = (next: Partial<typeof emptyKey>) => setTyped((before) => ({ ...before, ...next }));
  const [mistakes, setMistakes] = useState<KeyMistakes>({});
  const [error, setError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  // The form is longer than most windows, and its button stands at the end.
  useEffect(() => {
    if (Object.keys(mistakes).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-mistake=true]')?.focus();
  }, [mistakes]);
  const { busy, send } = useSend({
    name: 'create-api-key',
    act: (body: object) => {
      setError(null);
      return api.send(apiKeyRoutes.createApiKey, { body });
    },
    onDone: async (answer) => {
      draft.clear();
      const made = parseCreatedApiKey(answer);
      if (made === undefined) setError('The key was made, but cannot be shown. Revoke it and make another.');
      else onMade(made);
      toast.success('Key made');
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  const draft = useDraft({
    form: draftName,
    value: typed.name !== '' || typed.permissions !== '' ? typed : null,
    parse: parseTypedKey,
    busy,
    onDirtyChange,
  });
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  function submit(): void {
    const { body, mistakes } = readKey(typed, Date.now());
    setMistakes(mistakes ?? {});
    if (body !== null) send(body);
  }

  return (
    <DialogForm
      {...{ draft, busy, error, onCancel }}
      {...{ action: 'Make Key', doing: 'Making...', failed: 'Failed to make the key' }}
      ref={element}
      onRestore={setTyped}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={typed.name}
        autoComplete="off"
        placeholder="Practice software"
        hint="The program that will use it. Calls that it places and the audit log have this name."
        count={{ length: [...typed.name].length, max: limits.apiKeyNameMax }}
        error={mistakes.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <PermissionFields
        chosen={chosenPermissions(typed)}
        error={mistakes.permissions}
        disabled={busy}
        onChange={(chosen) => change({ permissions: permissionsText(chosen) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NativeSelect
          label="Expires"
          options={expiryChoices}
          value={typed.expiry}
          onValueChange={(expiry) => change({ expiry })}
          disabled={busy}
        />
        <TextField
          label="Requests a minute"
          type="number"
          inputMode="numeric"
          min={1}
          max={limits.apiKeyRequestsMax}
          value={typed.perMinute}
          hint={`At most ${numberText(limits.apiKeyRequestsMax)}. Beyond it requests are refused until the next minute.`}
          error={mistakes.requestsPerMinute}
          onChange={(event) => change({ perMinute: event.target.value })}
        />
      </div>
    </DialogForm>
  );
}
