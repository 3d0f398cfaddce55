import type { AgentConfig } from '@parley/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { merge } from '../config/merge.ts';
import { placeLabel, placeText } from '../config/place-words.ts';
import type { Autosave, SavedDraft } from './autosave.ts';
import type { Autosaver } from './autosaver.ts';

interface ConflictNoticeProps {
  state: Autosave<AgentConfig>;
  theirs: SavedDraft<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
}

type Side = 'mine' | 'theirs';

/** Both wordings of what two people changed at the same time; whoever comes second decides. */
export function ConflictNotice({ state, theirs, autosaver }: ConflictNoticeProps) {
  const { base, typed } = state;
  const { taken, disputed } = merge(base.config, typed, theirs.config);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const name = theirs.savedBy ?? 'Somebody else';

  function decide(): void {
    const conceded = disputed.filter((key) => chosen[key] === 'theirs');
    const { config } = merge(base.config, typed, theirs.config, conceded);
    autosaver.apply({ type: 'decided', config });
  }

  return (
    <Card className="border-amber/40">
      <div role="alert">
        <CardHeader
          title={`${name} changed the same while you were typing`}
          subtitle={
            taken.length === 0
              ? 'Nothing is lost. Choose what the draft shall say.'
              : 'Nothing is lost. Choose what the draft shall say; what only one of you changed is kept.'
          }
        />
      </div>
      <div className="grid gap-4 border-t p-5">
        {disputed.map((key) => (
          <ChoiceField
            key={key}
            label={placeLabel(key, [typed, theirs.config])}
            columns={2}
            value={chosen[key] ?? 'mine'}
            onValueChange={(side) => setChosen((given) => ({ ...given, [key]: side }))}
            choices={[
              { value: 'mine', label: 'Yours', hint: <Wording text={placeText(typed, key)} /> },
              {
                value: 'theirs',
                label: `From ${name}`,
                hint: <Wording text={placeText(theirs.config, key)} />,
              },
            ]}
          />
        ))}
        <Button look="primary" className="justify-self-end" onClick={decide}>
          Save This
        </Button>
      </div>
    </Card>
  );
}

function Wording({ text }: { text: string | null }) {
  return text === null ? (
    <span className="italic">Nothing</span>
  ) : (
    <span className="wrap-anywhere block max-h-60 overflow-y-auto whitespace-pre-wrap">{text}</span>
  );
}
