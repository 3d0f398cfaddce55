import { changeModelBody, connectionRoutes, type ShownConnection } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { type Connections, parseModelList } from '../../../lib/parsing/connections.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBox } from '../failure-box.tsx';
import { type Connected, countOf, headingIdOf, isConnected } from '../kinds.ts';
import { useChange } from '../use-change.ts';
import { useMistakes } from '../use-mistakes.ts';

interface ModelNameDialogProps {
  /** Null while it is closed. */
  kind: 'model' | 'speech' | null;
  connections: Connections;
  onClose: () => void;
}

/** Another model of the same provider. The key is not asked for again. */
export function ModelNameDialog({ kind, connections, onClose }: ModelNameDialogProps) {
  const status = kind === null ? null : connections[kind];
  return (
    <FormDialog
      open={kind !== null}
      title="Change Model"
      description="The key stays. Calls that are up go on as they began."
      returnTo={kind === null ? undefined : headingIdOf(kind)}
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        status !== null &&
        isConnected(status) && (
          <ModelNameForm status={status} onDirtyChange={onDirtyChange} onClose={onClose} />
        )
      }
    </FormDialog>
  );
}

interface ModelNameFormProps {
  status: Connected;
  onDirtyChange: (dirty: boolean) => void;
  onClose: () => void;
}

function ModelNameForm({ status, onDirtyChange, onClose }: ModelNameFormProps) {
  const { id, revision, shown } = status;
  const listId = useId();
  const [model, setModel] = useState(() => modelOf(shown));
  const models = useModelsOf(id, shown.kind === 'model');
  const body = { revision, model };
  const { element, errors, hasNone } = useMistakes(changeModelBody, body);
  const { busy, change, failure, clearFailure } = useChange({
    name: 'change-model',
    route: connectionRoutes.changeModel,
    done: `${model.trim()} speaks from now on`,
    onDone: onClose,
  });
  const dirty = !busy && model !== modelOf(shown);
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && hasNone()) change({ params: { id }, body });
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Model *"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        list={listId}
        note={
          models.length > 0 && (
            <p className="text-ink-2">{`${countOf(models.length, 'model')} to choose from`}</p>
          )
        }
        error={errors.get('model')}
        value={model}
        onChange={(event) => {
          clearFailure();
          setModel(event.target.value);
        }}
      />
      <datalist id={listId}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Testing and changing...' : 'Change Model'}
        </Button>
      </DialogActions>
    </form>
  );
}

function modelOf(shown: ShownConnection): string {
  return 'model' in shown ? shown.model : '';
}

/** For the list of the field. Without it the name is typed. */
function useModelsOf(id: string, enabled: boolean): readonly string[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.connectedModels(id),
    queryFn: ({ signal }) =>
      api.get(connectionRoutes.listConnectedModels, parseModelList, { params: { id }, signal }),
    enabled,
  });
  return data?.models ?? [];
}
