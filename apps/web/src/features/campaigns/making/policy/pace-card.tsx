import type { CampaignAccount } from '@parley/contract';
import { useCalling } from '../../../../lib/use-calling.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { StepCard } from '../step-card.tsx';
import type { PolicyCardProps } from './card-props.ts';
import { NumberField } from './number-field.tsx';

export function PaceCard({ form, errors, disabled, change, account }: PolicyCardProps) {
  const side = useCalling().data?.side;
  return (
    <StepCard title="Pace" subtitle="One line of the account always stays free for calls from the desk.">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Calls at once"
          unit=""
          {...{ disabled, value: form.atOnce, error: errors.get('atOnce') }}
          onChange={(atOnce) => change({ atOnce })}
        />
        <NumberField
          label="Calls a minute"
          unit=""
          hint="Numbers that make many calls with few answers are marked as spam. Slow is better."
          {...{ disabled, value: form.perMinute, error: errors.get('perMinute') }}
          onChange={(perMinute) => change({ perMinute })}
        />
      </div>
      {account !== undefined && account.lines !== null ? (
        <AlertBox tone={Number(form.atOnce) > linesOf(account.lines) ? 'amber' : 'grey'}>
          {accountText({ ...account, lines: account.lines })}
        </AlertBox>
      ) : (
        <AlertBox tone="grey">
          Carriers often let a new account have 2 calls at once: one for the campaign and one for the desk.
          Who is over the limit of the account waits. Settings ▸ Connections says how many yours has, and why.
          {side === 'sandbox' &&
            ' In the sandbox there is no such limit, but the campaign has to be made again for real calls.'}
        </AlertBox>
      )}
    </StepCard>
  );
}

/** One stays free for the desk, where there is more than one. */
const linesOf = (lines: number) => Math.max(1, lines - 1);

/** What all campaigns together may do, and why. */
export function accountText({ lines, callsPerSecond, isKnown }: CampaignAccount & { lines: number }): string {
  const all = isKnown
    ? `Your account may have ${lines} ${lines === 1 ? 'call' : 'calls'} at once, as Settings ▸ Connections says.`
    : `How many calls at once your account may have is not known. A new one has ${lines}, so no more are made.`;
  const left =
    lines === 1
      ? 'Campaigns and the desk share it.'
      : `One is for the desk, so all campaigns together have ${linesOf(lines)}.`;
  const speed = callsPerSecond === null ? '' : ` It begins at most ${callsPerSecond * 60} calls a minute.`;
  return `${all} ${left} Whoever is over that waits.${speed}`;
}
