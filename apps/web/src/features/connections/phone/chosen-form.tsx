import {
  connectionRoutes,
  connectPhoneBody,
  type NumberOffer,
  type PhoneCredentials,
} from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { ConnectionStatus, PhoneCheck } from '../../../lib/parsing/connections.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FailureBox } from '../failure-box.tsx';
import { replacedBy } from '../kinds.ts';
import { useChange } from '../use-change.ts';
import { useMistakes } from '../use-mistakes.ts';
import { AccountFacts } from './account-facts.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { NumberChoices } from './number-choices.tsx';
import { firstLimits, limitsOf, type TypedLimits, whyNotChosen } from './phone-draft.ts';

interface ChosenFormProps {
  credentials: PhoneCredentials;
  found: PhoneCheck;
  status: ConnectionStatus;
  /** Of the organization, where the number does not tell. */
  country: string | null;
  onBack: () => void;
  onConnected: () => void;
}

/** Which numbers of the account, how many calls, and where to. Nothing is changed at the carrier. */
export function ChosenForm({ credentials, found, status, country, onBack, onConnected }: ChosenFormProps) {
  const usable = found.numbers.filter((offer) => whyNotChosen(offer) === null);
  const only = usable.length === 1 ? usable[0] : undefined;
  const [chosen, setChosen] = useState<readonly string[]>(only === undefined ? [] : [only.sid]);
  const [main, setMain] = useState(only?.sid ?? '');
  const [limits, setLimits] = useState<TypedLimits>(() => ({
    ...firstLimits,
    callsAtOnce: found.account?.type === 'Trial' ? '5' : firstLimits.callsAtOnce,
    countries: countriesOf(only === undefined ? [] : [only], country),
  }));
  const { busy, change, failure, clearFailure } = useChange({
    name: 'connect',
    route: connectionRoutes.connectPhone,
    done: 'Phone connected',
    onDone: onConnected,
  });
  const body = { ...credentials, numbers: chosen, main, ...limitsOf(limits), replaces: replacedBy(status) };
  const { element, errors, hasNone } = useMistakes(connectPhoneBody, body);

  // The button that led here is gone.
  useEffect(() => element.current?.querySelector<HTMLElement>('input:enabled')?.focus(), [element]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && hasNone()) change({ body });
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      {found.account !== null && <AccountFacts account={found.account} />}
      <NumberChoices
        offers={found.numbers}
        chosen={chosen}
        main={main}
        error={errors.get('numbers')}
        onChange={(next, nextMain) => {
          clearFailure();
          const added = found.numbers.filter(({ sid }) => next.includes(sid) && !chosen.includes(sid));
          setChosen(next);
          setMain(nextMain);
          setLimits((given) => ({
            ...given,
            countries: [...new Set([...given.countries, ...countriesOf(added, country)])],
          }));
        }}
      />
      <LimitsFields
        typed={limits}
        errors={errors}
        onChange={(next) => {
          clearFailure();
          setLimits((given) => ({ ...given, ...next }));
        }}
      />
      <AlertBox tone="grey" title="Before the first call">
        In the Twilio Console, Voice, Settings, accept the Predictive and Generative AI/ML addendum.
        ConversationRelay, which carries the voice, stays silent without it.
      </AlertBox>
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button className="sm:mr-auto" disabled={busy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Connecting...' : 'Connect Phone'}
        </Button>
      </DialogActions>
      <p className="text-ink-3 text-sm">
        Connecting changes nothing at Twilio. Whether calls to your numbers reach Parley is asked next.
      </p>
    </form>
  );
}

/** Their own countries; where the carrier tells none, that of the organization. */
function countriesOf(offers: readonly NumberOffer[], country: string | null): string[] {
  const own = offers.map((offer) => offer.country ?? country).filter((code) => code !== null);
  return [...new Set(own)];
}
