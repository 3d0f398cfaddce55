import { useState } from 'react';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import { useCalling } from '../../lib/use-calling.ts';
import { useCode } from '../../lib/use-code.ts';
import { areStepsDismissed, dismissSteps } from './dismissed-steps.ts';

interface FirstStepsProps {
  /** The id of whose card it is: each person dismisses their own. */
  person: string;
  goLivePath: string;
  onNewCall: () => void;
}

/** Above the call list, in the sandbox, until it is dismissed. Nobody else loads its code. */
export function FirstSteps({ person, goLivePath, onNewCall }: FirstStepsProps) {
  const { data: calling } = useCalling();
  const [dismissed, setDismissed] = useState(() => areStepsDismissed(person));
  const isShown = !dismissed && calling?.side === 'sandbox';
  const load = async () => (await import('./first-steps-card.tsx')).FirstStepsCard;
  const { part: Card } = useCode('first-steps', load, isShown);
  if (!isShown) return null;
  return (
    // As high as the card in a wide window, so that the list does not move when it arrives.
    <div className="mb-6 min-h-47">
      {Card !== undefined && (
        <Card
          calling={calling}
          goLivePath={goLivePath}
          onNewCall={onNewCall}
          onDismiss={() => {
            dismissSteps(person);
            setDismissed(true);
            focusPageHeading();
          }}
        />
      )}
    </div>
  );
}
