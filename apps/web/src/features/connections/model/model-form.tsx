import { checkModelBody, connectionRoutes, listModelsBody } from '@parley/contract';
import { useId, useState } from 'react';
import { parseModelCheck, parseModelList } from '../../../lib/parsing/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConnectFormEnd } from '../connect-form-end.tsx';
import type { ConnectFormProps } from '../connect-form-props.ts';
import { FailureBox } from '../failure-box.tsx';
import { fieldErrors } from '../field-errors.ts';
import { countOf, replacedBy } from '../kinds.ts';
import { RestoreOffer } from '../restore-offer.tsx';
import { useCheck } from '../use-check.ts';
import { useConnectForm } from '../use-connect-form.ts';
import { LocalModels } from './local-models.tsx';
import { modelTestText } from './model-texts.ts';

type Provider = 'openai' | 'anthropic' | 'openai-compatible';
const empty = { provider: 'openai' as Provider, baseUrl: '', key: '', model: '' };

const accessOf = ({ provider, baseUrl, key }: typeof empty) => ({
  provider,
  // Empty, it is refused with the sentence about an address.
  baseUrl: provider === 'openai-compatible' ? baseUrl.trim() : null,
  key: key.trim() || null,
});

export function ModelForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const listId = useId();
  const form = useConnectForm({
    kind: 'model',
    initial: empty,
    secrets: ['key'],
    bodyOf: (typed) => ({ ...accessOf(typed), model: typed.model }),
    schema: checkModelBody,
    replaces: replacedBy(connections.model),
    check: { route: connectionRoutes.checkModel, parse: parseModelCheck },
    connect: { route: connectionRoutes.connectModel, done: 'Model connected' },
    onDirtyChange,
    onConnected,
  });
  const { typed, field, errors } = form;
  const [models, setModels] = useState<readonly string[]>([]);
  const list = useCheck({
    route: connectionRoutes.listModels,
    parse: parseModelList,
    onResult: (found) => setModels(found.models),
  });
  const access = accessOf(typed);
  const mayList = fieldErrors(listModelsBody, access).size === 0;
  const isCompatible = typed.provider === 'openai-compatible';
  const listFailure = list.failure ?? list.result?.problem ?? null;
  /** The list belongs to the key and the address that it was asked with. */
  const setAccess = (next: Partial<typeof empty>) => {
    setModels([]);
    list.clear();
    form.change(next);
  };
  return (
    <div className="grid gap-6">
      <LocalModels
        insteadOfScripted={
          connections.model.state === 'not-set' || connections.model.state === 'disconnected'
        }
        replaces={replacedBy(connections.model)}
        onConnected={onConnected}
      />
      <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
        {form.restore && <RestoreOffer onRestore={form.restore} />}
        <ChoiceField
          label="Provider"
          columns={3}
          value={typed.provider}
          onValueChange={(provider) => setAccess({ provider, model: '' })}
          choices={[
            { value: 'openai', label: 'OpenAI' },
            { value: 'anthropic', label: 'Anthropic' },
            { value: 'openai-compatible', label: 'Another server' },
          ]}
        />
        {isCompatible && (
          <TextField
            label="Address *"
            autoComplete="off"
            placeholder="https://models.example.com/v1"
            hint="Of a server that speaks the OpenAI API."
            {...field('baseUrl')}
            onChange={(event) => setAccess({ baseUrl: event.target.value })}
          />
        )}
        <SecretField
          label={isCompatible ? 'Key' : 'Key *'}
          hint={
            isCompatible
              ? 'Empty where the server wants none.'
              : 'It is stored encrypted and never shown again.'
          }
          {...field('key')}
          error={errors.get('key') ?? (isCompatible ? undefined : errors.get(''))}
          onChange={(event) => setAccess({ key: event.target.value })}
        />
        <TextField
          label="Model *"
          autoComplete="off"
          list={listId}
          note={
            models.length > 0 && (
              <p className="text-ink-2">{`${countOf(models.length, 'model')} to choose from`}</p>
            )
          }
          action={
            <Button
              className="justify-self-start"
              busy={list.busy}
              disabled={!mayList}
              onClick={() => list.check(access)}
            >
              {list.busy ? 'Listing...' : 'List the Models'}
            </Button>
          }
          {...field('model')}
        />
        <datalist id={listId}>
          {models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
        {listFailure !== null && <FailureBox failure={listFailure} />}
        <ConnectFormEnd
          form={form}
          found={form.result && modelTestText(form.result)}
          connectLabel="Connect Model"
          onCancel={onCancel}
        />
      </form>
    </div>
  );
}
