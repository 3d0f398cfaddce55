import { type CampaignPreview, campaignRoutes, phoneNumberSentence } from '@parley/contract';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import type { Campaign } from '../../../../lib/parsing/campaigns.ts';
import { asObject, asString } from '../../../../lib/parsing/json.ts';
import { randomId } from '../../../../lib/random-id.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { dialledAs } from '../../../../ui/dialled-as.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { focusFirstMistake } from '../focus-first-mistake.ts';
import { StepCard } from '../step-card.tsx';

interface TestCardProps {
  campaign: Campaign;
  /** Whose values the call is made with. */
  example: CampaignPreview['examples'][number];
  /** As people write numbers where the agent calls from; null: this is none. */
  readNumber: (typed: string) => string | null;
  callPathOf: (callId: string) => string;
}

/** The agent calls oneself first, with the values of the first person. */
export function TestCard({ campaign, example, readNumber, callPathOf }: TestCardProps) {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [callId, setCallId] = useState<string | null>(null);
  /** Kept while it is not known whether the call was placed. */
  const key = useRef<string | null>(null);
  const { busy, send } = useSend({
    name: 'test-campaign',
    act: (phoneNumber: string) => {
      setFailure(null);
      setCallId(null);
      key.current ??= randomId();
      return api.send(campaignRoutes.testCampaign, {
        params: { id: campaign.id },
        body: { phoneNumber, row: example.row },
        headers: { 'Idempotency-Key': key.current },
      });
    },
    onDone: (answer) => {
      key.current = null;
      setCallId(asString(asObject(answer)?.callId) ?? '');
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) key.current = null;
      setFailure(sentenceOf(error));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const phoneNumber = readNumber(typed);
    setMistake(phoneNumber === null ? phoneNumberSentence : undefined);
    if (phoneNumber === null) focusFirstMistake(event.currentTarget);
    else send(phoneNumber);
  }

  return (
    <StepCard
      title="Test Call to Me"
      subtitle={`As ${example.name === '' ? `the person of row ${example.row}` : example.name} will hear it. It counts for nobody.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label="My Phone Number"
          type="tel"
          autoComplete="tel"
          className="w-full max-w-sm"
          value={typed}
          error={mistake}
          note={dialledAs(typed, readNumber(typed))}
          onChange={(event) => {
            setTyped(event.target.value);
            setMistake(undefined);
          }}
        />
        <Button type="submit" busy={busy} className="sm:mt-[1.625rem]">
          {busy ? 'Calling...' : 'Call Me'}
        </Button>
      </form>
      {callId !== null && (
        <AlertBox
          tone="green"
          action={
            callId !== '' && (
              <Button asChild>
                <Link to={callPathOf(callId)}>Open the Call</Link>
              </Button>
            )
          }
        >
          The agent is calling you.
        </AlertBox>
      )}
      {failure !== null && <AlertBox title="No test call was made">{failure}</AlertBox>}
    </StepCard>
  );
}
