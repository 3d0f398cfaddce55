import { connectionRoutes, type NumberOffer } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { type Failure, failureOf, isOutdated } from '../failure.ts';
import { FailureBox } from '../failure-box.tsx';
import { useConnectionsChanged } from '../use-connections.ts';
import { NumberChoices } from './number-choices.tsx';

interface ChosenNumbersFormProps {
  id: string;
  revision: number;
  offers: readonly NumberOffer[];
  /** The present main number. */
  main: string | null;
  onDone: () => void;
}

/** Which numbers of the connected account are used. A line that is given up gets its old address back. */
export function ChosenNumbersForm({ id, revision, offers, main, onDone }: ChosenNumbersFormProps) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const used = offers.filter(({ claimed }) => claimed === 'here').map(({ sid }) => sid);
  const [chosen, setChosen] = useState<readonly string[]>(used);
  const [mainSid, setMainSid] = useState(
    () => offers.find(({ number }) => number === main)?.sid ?? used[0] ?? '',
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const { busy, send } = useSend({
    name: 'choose-numbers',
    act: () => {
      setFailure(null);
      const numbers = { numbers: chosen, main: mainSid };
      return api.send(connectionRoutes.changePhone, { params: { id }, body: { revision, numbers } });
    },
    onDone: async (answer) => {
      await changed(answer);
      toast.success('Numbers saved');
      onDone();
    },
    onFailed: (error) => {
      if (isOutdated(error)) void changed();
      setFailure(failureOf(error));
    },
  });
  return (
    <div className="grid gap-5">
      <NumberChoices
        offers={offers}
        chosen={chosen}
        main={mainSid}
        error={chosen.length === 0 ? 'Choose at least one number.' : undefined}
        onChange={(next, nextMain) => {
          setFailure(null);
          setChosen(next);
          setMainSid(nextMain);
        }}
      />
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" busy={busy} disabled={chosen.length === 0} onClick={() => send()}>
          Save Numbers
        </Button>
      </DialogActions>
    </div>
  );
}
