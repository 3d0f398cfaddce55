import { routes } from '@parley/contract';
import { type SubmitEvent, useId, useState } from 'react';
import type { Agent } from '../../../lib/parsing/agents.ts';
import { useMay } from '../../../lib/permissions.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { AgentField } from '../new-call/agent-field.tsx';
import { fieldErrorsOf } from '../new-call/field-errors.ts';
import type { Loaded } from '../new-call/loaded.ts';
import { NumberField } from '../new-call/number-field.tsx';
import { countryOf, parsePhoneInput } from '../new-call/parse-phone-input.ts';
import { usePlaceCall } from '../new-call/use-place-call.ts';

interface TestCallCardProps {
  agents: Loaded<readonly Agent[]>;
  /** Of numbers without a calling code, unless the agent's caller id has another. */
  country: string | null;
  /** The call is in the list. */
  onPlaced: () => void;
}

const instructions =
  'This is a test call to the phone of somebody of the team. Say who you are and that this is a test. Ask whether you can be heard well, answer one question if there is one, then say goodbye and end the call.';

/** A real call to one's own phone, the first one to make. */
export function TestCallCard({ agents, country, onPlaced }: TestCallCardProps) {
  const titleId = useId();
  const may = useMay();
  const [agentId, setAgentId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  function onFailed(sentence: string, code: string | null): void {
    setError(sentence);
    setMistake(fieldErrorsOf(code).phoneNumber);
  }
  const { busy, place } = usePlaceCall({ onAccepted: () => {}, onPlaced, onFailed });
  const agent = agents.data?.find(({ id }) => id === agentId) ?? agents.data?.[0] ?? null;
  const dialledFrom = countryOf(agent?.phoneNumber ?? null) ?? country;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const phoneNumber = parsePhoneInput(typed, dialledFrom);
    setError(null);
    setMistake(
      phoneNumber === null ? 'Enter a phone number in international format, e.g. +1234567890.' : null,
    );
    if (phoneNumber === null) event.currentTarget.querySelector('input')?.focus();
    else if (agent !== null) place({ agentId: agent.id, phoneNumber, message: instructions });
  }

  if (!may(routes.placeCall.permission)) return null;
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Call My Phone"
        titleId={titleId}
        subtitle="Calls are real now. Let an agent call you first."
      />
      <CardBody>
        <form noValidate onSubmit={submit} className="grid gap-4">
          <AgentField agents={agents} agent={agent} onChoose={setAgentId} />
          <NumberField
            value={typed}
            country={dialledFrom}
            error={mistake}
            onType={(value) => {
              setTyped(value);
              setMistake(null);
              setError(null);
            }}
          />
          {error !== null && <AlertBox>{error}</AlertBox>}
          <Button type="submit" look="primary" busy={busy} disabled={agent === null}>
            {busy ? 'Calling...' : 'Call My Phone'}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
