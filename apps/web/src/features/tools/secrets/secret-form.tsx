import { putToolSecretBody, toolRoutes, toolSecretParam } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useDraftText } from '../../../lib/drafts.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToolsChanged } from '../use-tools-changed.ts';

interface SecretFormProps {
  /** The name of the secret that gets another value; null for a new one. */
  replaced: string | null;
  /** Of the secrets that are there. */
  names: readonly string[];
  onDirtyChange: (dirty: boolean) => void;
  onDone: () => void;
}

/** The value is sent once and forgotten here. */
export function SecretForm({ replaced, names, onDirtyChange, onDone }: SecretFormProps) {
  const api = useApi();
  const changed = useToolsChanged();
  const { text: name, setText: setName } = useDraftText(`tool-secret:${replaced ?? 'new'}`, replaced ?? '');
  const [value, setValue] = useState('');
  const [errors, setErrors] = useState<{ name?: string; value?: string; general?: string }>({});
  const { busy, send } = useSend({
    name: 'put-tool-secret',
    act: (secret: { name: string; value: string }) =>
      api.send(toolRoutes.putToolSecret, { params: { name: secret.name }, body: { value: secret.value } }),
    onDone: async () => {
      await changed(null);
      setName('');
      setValue('');
      setErrors({});
      toast.success(replaced === null ? 'Secret added' : 'Secret replaced');
      onDone();
    },
    onFailed: (error) => setErrors({ general: sentenceOf(error) }),
  });
  const dirty = value !== '' && !busy;
  useEffect(() => {
    onDirtyChange(dirty);
    return () => onDirtyChange(false);
  }, [onDirtyChange, dirty]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const named = toolSecretParam.safeParse({ name: name.trim() });
    const valued = putToolSecretBody.safeParse({ value });
    const taken = replaced === null && names.includes(name.trim());
    const found = {
      ...(taken
        ? { name: 'There is a secret of this name. Replace it above.' }
        : named.error && { name: named.error.issues[0]?.message ?? '' }),
      ...(valued.error && { value: valued.error.issues[0]?.message ?? '' }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) send({ name: name.trim(), value });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t pt-4">
      <h3 className="font-semibold">{replaced === null ? 'Add a secret' : `Replace ${replaced}`}</h3>
      {replaced !== null && (
        <p className="text-ink-2 text-sm">Calls that are up use the new value at once.</p>
      )}
      {replaced === null && (
        <TextField
          label="Name *"
          value={name}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="calendar-key"
          error={errors.name ?? null}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <SecretField
        label="Value *"
        value={value}
        autoFocus={replaced !== null}
        error={errors.value ?? null}
        onChange={(event) => setValue(event.target.value)}
      />
      {errors.general !== undefined && (
        <AlertBox title="Failed to save the secret">{errors.general}</AlertBox>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : replaced === null ? 'Add Secret' : 'Replace Secret'}
        </Button>
        {replaced !== null && (
          <Button look="quiet" disabled={busy} onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
