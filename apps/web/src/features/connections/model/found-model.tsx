import { connectionRoutes, type LocalModelServer } from '@parley/contract';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBox } from '../failure-box.tsx';
import { focusCard } from '../kinds.ts';
import { useChange } from '../use-change.ts';
import { localModelBody, offersOf, useLocalModels } from './use-local-models.ts';

/** On the card of the model while none is connected: one that runs on this machine. The dialog has the others. */
export function FoundModel() {
  const may = useMay();
  const { data } = useLocalModels(may(connectionRoutes.getLocalModels.permission));
  const [offer] = offersOf(data);
  const [model] = offer?.models ?? [];
  if (offer === undefined || model === undefined || !may(connectionRoutes.connectModel.permission))
    return null;
  return <Offered offer={offer} model={model} />;
}

function Offered({ offer, model }: { offer: LocalModelServer; model: string }) {
  const { busy, change, failure } = useChange({
    name: 'connect',
    route: connectionRoutes.connectModel,
    done: `${model} speaks from now on`,
    onDone: () => {},
    // The line and its button are gone.
    onChanged: () => focusCard('model'),
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="wrap-anywhere">{`${model} runs on this machine.`}</p>
        <Button
          busy={busy}
          onClick={() => change({ body: { ...localModelBody(offer, model), replaces: null } })}
        >
          {busy ? 'Connecting...' : 'Let It Speak'}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </div>
  );
}
