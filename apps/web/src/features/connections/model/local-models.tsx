import {
  connectionRoutes,
  type LocalModels as Found,
  type LocalModelServer,
  type SeenConnection,
} from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { parseLocalModels } from '../../../lib/parsing/connections.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { type Failure, failureOf } from '../failure.ts';
import { FailureBox } from '../failure-box.tsx';
import { useConnect } from '../use-connect.ts';

interface LocalModelsProps {
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
export function LocalModels({ replaces, onConnected }: LocalModelsProps) {
  const api = useApi();
  const may = useMay();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error } = useQuery({
    queryKey: queryKeys.localModels,
    queryFn: ({ signal }): Promise<Found> =>
      api.get(connectionRoutes.getLocalModels, parseLocalModels, { signal }),
  });
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
  const offers = (data?.found ?? []).filter(({ models }) => models.length > 0);
  return (
    <section aria-label="On this machine" className="grid gap-3 rounded-box border bg-sunken p-4">
      {offers.map((offer) => (
        <Offer key={offer.url} offer={offer} replaces={replaces} onConnected={onConnected} />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-ink-2 text-sm">
          {offers.length > 0
            ? 'A model on this machine needs no key, and nothing that is said leaves the machine for it.'
            : 'No model was found on this machine. Ollama, LM Studio, llama.cpp and vLLM are found on their usual ports.'}
        </p>
        {may(connectionRoutes.findLocalModels.permission) && (
          <Button busy={look.busy} onClick={() => look.send()}>
            {look.busy ? 'Looking...' : 'Look Again'}
          </Button>
        )}
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </section>
  );
}

function Offer({ offer, replaces, onConnected }: LocalModelsProps & { offer: LocalModelServer }) {
  const [chosen, setChosen] = useState(offer.models[0] ?? '');
  const model = offer.models.includes(chosen) ? chosen : (offer.models[0] ?? '');
  const { busy, connect, failure } = useConnect({
    route: connectionRoutes.connectModel,
    done: `${model} speaks from now on`,
    onConnected,
  });
  return (
    <div className="grid gap-3 border-b pb-3">
      <p>
        <span className="font-medium">{`${model} runs on this machine`}</span>
        {`, in ${serverNames[offer.server]}. Let it speak instead of the scripted agent?`}
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
        <Button
          busy={busy}
          onClick={() =>
            connect({
              body: { provider: 'openai-compatible', baseUrl: offer.url, key: null, model, replaces },
            })
          }
        >
          {busy ? 'Connecting...' : 'Let It Speak'}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </div>
  );
}
