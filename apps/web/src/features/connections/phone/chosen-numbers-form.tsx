import { connectionRoutes, type NumberOffer } from '@parley/contract';
import { useEffect, useState } from 'react';
import { type LeftLine, parseDisconnected } from '../../../lib/parsing/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FailureBox } from '../failure-box.tsx';
import { useChange } from '../use-change.ts';
import { NotRestored } from './not-restored.tsx';
import { NumberChoices } from './number-choices.tsx';

interface ChosenNumbersFormProps {
  id: string;
  revision: number;
  offers: readonly NumberOffer[];
  /** The present main number. */
  main: string | null;
  onDirtyChange: (dirty: boolean) => void;
  onDone: () => void;
}

/** Which numbers of the connected account are used. A line that is given up gets its old address back. */
export function ChosenNumbersForm({
  id,
  revision,
  offers,
  main,
  onDirtyChange,
  onDone,
}: ChosenNumbersFormProps) {
  const used = offers.filter(({ claimed }) => claimed === 'here').map(({ sid }) => sid);
  const [chosen, setChosen] = useState<readonly string[]>(used);
  const [mainSid, setMainSid] = useState(
    () => offers.find(({ number }) => number === main)?.sid ?? used[0] ?? '',
  );
  const [hasChanged, setHasChanged] = useState(false);
  const [left, setLeft] = useState<readonly LeftLine[]>([]);
  const { busy, change, failure, clearFailure } = useChange({
    name: 'choose-numbers',
    route: connectionRoutes.changePhone,
    done: 'Numbers saved',
    onDone: (answer) => {
      const { notRestored } = parseDisconnected(answer);
      setHasChanged(false);
      setLeft(notRestored);
      if (notRestored.length === 0) onDone();
    },
  });
  const dirty = hasChanged && !busy;
  useEffect(() => {
    onDirtyChange(dirty);
    return () => onDirtyChange(false);
  }, [dirty, onDirtyChange]);
  if (left.length > 0) return <NotRestored after="The numbers are saved" left={left} onClose={onDone} />;
  return (
    <div className="grid gap-5">
      <NumberChoices
        offers={offers}
        chosen={chosen}
        main={mainSid}
        error={chosen.length === 0 ? 'Choose at least one number.' : undefined}
        onChange={(next, nextMain) => {
          clearFailure();
          setHasChanged(true);
          setChosen(next);
          setMainSid(nextMain);
        }}
      />
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={chosen.length === 0}
          onClick={() =>
            change({
              params: { id },
              body: { revision, numbers: { numbers: chosen, main: mainSid } },
            })
          }
        >
          Save Numbers
        </Button>
      </DialogActions>
    </div>
  );
}
