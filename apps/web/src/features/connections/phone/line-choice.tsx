import type { NumberOffer } from '@parley/contract';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { TextWithNumbers } from '../../../ui/text-with-numbers.tsx';
import type { Failure } from '../failure.ts';
import { FailureBox } from '../failure-box.tsx';
import { placeOfCalls } from './phone-draft.ts';

interface LineChoiceProps {
  offer: NumberOffer;
  /** Why it could not be taken over. */
  problem: Failure | null;
  disabled: boolean;
  taken: boolean;
  onTake: (taken: boolean) => void;
}

/** One line: where its calls go today, and what would change. Never ticked by itself, because it may be in use. */
export function LineChoice({ offer, problem, disabled, taken, onTake }: LineChoiceProps) {
  const isHere = offer.points === 'here';
  return (
    <li aria-label={offer.number} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-box border p-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <PhoneNumber className="font-medium">{offer.number}</PhoneNumber>
        <Status tone={isHere ? 'green' : 'grey'} className="text-sm">
          {isHere ? 'Reaches Parley' : 'Not taken over'}
        </Status>
      </p>
      {!isHere && (
        <>
          <p className="wrap-anywhere text-ink-2">
            <TextWithNumbers>{`Calls to ${offer.number} go ${placeOfCalls(offer)} today. `}</TextWithNumbers>
            {offer.points === 'nowhere'
              ? 'Taken over, they reach Parley. Disconnecting undoes it.'
              : 'Taken over, they reach Parley and no longer go there. Disconnecting puts the old address back.'}
          </p>
          <Checkbox
            label={<TextWithNumbers>{`Take over ${offer.number}`}</TextWithNumbers>}
            checked={taken}
            disabled={disabled}
            onCheckedChange={onTake}
          />
        </>
      )}
      {problem !== null && <FailureBox failure={problem} />}
    </li>
  );
}
