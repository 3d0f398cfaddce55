import { type Calling, callingRoutes } from '@parley/contract';
import { CircleCheck, ExternalLink, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { handsetNumber } from '../../lib/open-steps.ts';
import { useMay } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PhoneNumber } from '../../ui/phone-number.tsx';

export interface FirstStepsCardProps {
  calling: Pick<Calling, 'firstSteps' | 'sandbox'>;
  goLivePath: string;
  onNewCall: () => void;
  onDismiss: () => void;
}

/** What to try in the first minute. The first two steps tick themselves off; after the third the card is gone. */
export function FirstStepsCard({ calling, goLivePath, onNewCall, onDismiss }: FirstStepsCardProps) {
  const titleId = useId();
  const may = useMay();
  const { firstSteps, sandbox } = calling;
  return (
    <section aria-labelledby={titleId} className="relative rounded-box border bg-surface p-5">
      <h2 id={titleId} className="pr-10 font-semibold text-md">
        First Steps
      </h2>
      <IconButton
        icon={X}
        label="Dismiss the first steps"
        className="absolute top-2.5 right-2.5"
        onClick={onDismiss}
      />
      <ol className="mt-3 grid gap-x-6 gap-y-4 md:grid-cols-3">
        <Step
          done={firstSteps.placed}
          title="Place a call"
          text="A scripted person answers. Open the call and read along."
          action={<Button onClick={onNewCall}>Place a Call</Button>}
        />
        {sandbox !== null && (
          <Step
            done={firstSteps.handset}
            title="Be called yourself"
            text={
              <>
                {'Open the handset, place a call to '}
                <PhoneNumber>{handsetNumber}</PhoneNumber>
                {', and answer it there.'}
              </>
            }
            action={
              <Button asChild>
                <a href={sandbox.handsetUrl} target="_blank" rel="noopener noreferrer">
                  Open the Handset
                  <ExternalLink aria-hidden="true" className="size-3.5" />
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              </Button>
            }
          />
        )}
        {may(callingRoutes.getGoLive.permission) && (
          <Step
            done={firstSteps.live}
            title="Go live"
            text="Connect your phone account and a model, and make real calls."
            action={
              <Button asChild>
                <Link to={goLivePath}>Go Live</Link>
              </Button>
            }
          />
        )}
      </ol>
    </section>
  );
}

interface StepProps {
  done: boolean;
  title: string;
  text: ReactNode;
  action: ReactNode;
}

function Step({ done, title, text, action }: StepProps) {
  return (
    <li className="flex gap-3 [counter-increment:step]">
      {done ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-5 shrink-0 place-items-center rounded-full border border-control text-ink-2 text-xs before:content-[counter(step)]"
        />
      )}
      <div className="grid min-w-0 content-start justify-items-start gap-1">
        <p className={cx('font-medium', done && 'text-ink-2')}>
          {title}
          {done && <span className="sr-only">, done</span>}
        </p>
        <p className="text-ink-2 text-sm">{text}</p>
        {!done && <div className="mt-1">{action}</div>}
      </div>
    </li>
  );
}
