import { Link } from 'react-router';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import type { StartingGround } from './starting-ground.ts';

interface GroundPartProps {
  ground: StartingGround;
  ticked: boolean;
  onTicked: (ticked: boolean) => void;
  consentPath: string;
}

/** Why these people may be called: said here only where the organization has never declared anything. */
export function GroundPart({ ground, ticked, onTicked, consentPath }: GroundPartProps) {
  const toConsent = (
    <Button asChild>
      <Link to={consentPath}>Consent</Link>
    </Button>
  );
  switch (ground.kind) {
    case 'asked':
      return (
        <div className="grid gap-1">
          <Checkbox
            label="There is a reason in law to call these people"
            checked={ticked}
            onCheckedChange={onTicked}
          />
          <p className="text-ink-3 text-sm">
            They are customers or patients, for example, or have agreed. It counts for this campaign until
            Settings ▸ Consent declares grounds. Without it, everybody is held whose row has no consent.
          </p>
        </div>
      );
    case 'declared':
      return (
        <p className="text-ink-2 text-sm">
          {`The ground that Settings ▸ Consent declares for this purpose: ${ground.why}.`}
        </p>
      );
    case 'missing':
      return (
        <AlertBox tone="amber" title="No ground is declared for this purpose" action={toConsent}>
          Everybody is held whose row has no consent, until Settings ▸ Consent declares a ground for it.
        </AlertBox>
      );
    case 'sales':
      return (
        <>
          <p className="text-ink-2 text-sm">
            Sales calls are made to people with consent in writing alone, and never to numbers on a
            do-not-call registry. Each of them offers key 9 and words with which people opt out.
          </p>
          {ground.lacks !== null && (
            <AlertBox tone="amber" title="Nobody is called yet" action={toConsent}>
              {`${ground.lacks} Everybody is held until Settings ▸ Consent has one.`}
            </AlertBox>
          )}
        </>
      );
  }
}
