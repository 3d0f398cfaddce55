import { limits, type StartTryBody, type TryChannel } from '@parley/contract';
import { useState } from 'react';
import { countFrom } from '../../../lib/text-count.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';

interface TryStartFormProps {
  again: boolean;
  handset: boolean;
  busy: boolean;
  onStart: (body: StartTryBody) => void;
}

export function TryStartForm({ again, handset, busy, onStart }: TryStartFormProps) {
  const [direction, setDirection] = useState<StartTryBody['direction']>('inbound');
  const [instructions, setInstructions] = useState('');
  const isOutbound = direction === 'outbound';
  const start = (channel: TryChannel) =>
    // On the handset the agent always calls.
    onStart({
      channel,
      direction: channel === 'handset' ? 'outbound' : direction,
      instructions: isOutbound ? instructions : '',
    });
  return (
    <div className="grid gap-4">
      {!again && (
        <p className="text-ink-2 text-sm">
          Talk to the draft as it is now. No number is dialled, and nothing is booked or sent except by tools
          that may run in tries. It is deleted after a day.
        </p>
      )}
      <ChoiceField
        label="Who calls"
        columns={2}
        value={direction}
        onValueChange={setDirection}
        choices={[
          { value: 'inbound', label: 'You' },
          { value: 'outbound', label: 'The agent' },
        ]}
      />
      {isOutbound && (
        <TextArea
          label="What the call is for"
          rows={3}
          value={instructions}
          onChange={(event) => setInstructions(event.target.value)}
          count={countFrom(instructions, limits.instructionsMax)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => start('text')}>
          {again ? 'Try Again' : 'Start'}
        </Button>
        {handset && (
          <Button busy={busy} onClick={() => start('handset')}>
            Call My Handset
          </Button>
        )}
      </div>
      {handset && <p className="text-ink-3 text-sm">On the handset the agent calls, and you talk to it.</p>}
    </div>
  );
}
