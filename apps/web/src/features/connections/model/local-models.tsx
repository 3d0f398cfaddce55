import {
  connectionRoutes,
  type LocalModels as Found,
  type LocalModelServer,
  type SeenConnection,
} from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { parseLocalModels } from '../../../lib/parsing/connections.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { type Failure, failureOf } from '../failure.ts';
import { FailureBox } from '../failure-box.tsx';
import { useChange } from '../use-change.ts';
import { localModelBody, offersOf, useLocalModels } from './use-local-models.ts';

interface LocalModelsProps {
  /** Whether the scripted agent speaks in the sandbox, because no model is connected. */
  insteadOfScripted: boolean;
  replaces: SeenConnection | null;
  onConnected: () => void;
}

const serverNames: Readonly<Record<LocalModelServer['server'], string>> = {
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama.cpp': 'llama.cpp',
  vllm: 'vLLM',
  other: 'a model server',
};

/** What runs on the machine of the server. It is looked for, offered, and never used unasked. */
export function LocalModels({ insteadOfScripted, replaces, onConnected }: LocalModelsProps) {
  const api = useApi();
  const may = useMay();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const query = useLocalModels();
  const retry = useRetry(query.refetch);
  const { data, error } = query;
  const look = useSend({
    name: 'find-local-models',
    act: () => {
      setFailure(null);
      return api.send(connectionRoutes.findLocalModels);
    },
    onDone: (answer) => client.setQueryData(queryKeys.localModels, parseLocalModels(answer)),
    onFailed: (failed) => setFailure(failureOf(failed)),
  });
  // With several organizations the machine is nobody's to choose from.
  if (error instanceof ApiError && error.code === 'one_organization_only') return null;
  const offers = offersOf(data);
  return (
    <section aria-label="On this machine" className="grid gap-3 rounded-box border bg-sunken p-4">
      {data === undefined && (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Looking at what was found on this machine..."
          failed="Failed to load what runs on this machine"
          compact
        />
      )}
      {offers.map((offer) => (
        <Offer
          key={offer.url}
          offer={offer}
          insteadOfScripted={insteadOfScripted}
          replaces={replaces}
          onConnected={onConnected}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-ink-2 text-sm">{data !== undefined && foundText(data)}</p>
        {may(connectionRoutes.findLocalModels.permission) && (
          <Button busy={look.busy} onClick={() => look.send()}>
            {look.busy ? 'Looking...' : data?.lookedAt === null ? 'Look for Models' : 'Look Again'}
          </Button>
        )}
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </section>
  );
}

function foundText(data: Found): string {
  if (offersOf(data).length > 0)
    return 'A model on this machine needs no key, and nothing that is said leaves the machine for it.';
  const usual = 'Ollama, LM Studio, llama.cpp and vLLM are found on their usual ports.';
  return data.lookedAt === null
    ? `Nobody has looked yet for models on this machine. ${usual}`
    : `No model was found on this machine. ${usual}`;
}

function Offer({
  offer,
  insteadOfScripted,
  replaces,
  onConnected,
}: LocalModelsProps & { offer: LocalModelServer }) {
  const [chosen, setChosen] = useState(offer.models[0] ?? '');
  const model = offer.models.includes(chosen) ? chosen : (offer.models[0] ?? '');
  const { busy, change, failure } = useChange({
    name: 'connect',
    route: connectionRoutes.connectModel,
    done: `${model} speaks from now on`,
    onDone: onConnected,
  });
  return (
    <div className="grid gap-3 border-b pb-3">
      <p>
        <span className="font-medium">{`${model} runs on this machine`}</span>
        {`, in ${serverNames[offer.server]}. ${insteadOfScripted ? 'Let it speak instead of the scripted agent?' : 'Let it speak from now on?'}`}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        {offer.models.length > 1 && (
          <NativeSelect
            className="min-w-0 flex-1 basis-48"
            label={`Models of ${serverNames[offer.server]}`}
            value={model}
            onValueChange={setChosen}
            options={offer.models.map((name) => ({ value: name, label: name }))}
          />
        )}
        <Button busy={busy} onClick={() => change({ body: { ...localModelBody(offer, model), replaces } })}>
          {busy ? 'Connecting...' : 'Let It Speak'}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </div>
  );
}
