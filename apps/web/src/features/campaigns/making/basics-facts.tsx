import { detectPlaceholders, placeholderLabel } from '@parley/contract';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { purposes } from '../purposes.ts';
import { StepActions, StepCard } from './step-card.tsx';
import type { StepProps } from './step-props.ts';

/** For those who may not change it. */
export function BasicsFacts({ standing, agentName, onStep }: StepProps & { agentName: string }) {
  const { name, purpose, prompt } = standing.campaign;
  return (
    <>
      <StepCard title="Basics">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Fact name="Name">{name}</Fact>
          <Fact name="Calls are for">
            {purposes[purpose].name}
            <span className="text-ink-3">{` · ${purposes[purpose].hint}`}</span>
          </Fact>
          <Fact name="Agent">{agentName}</Fact>
        </dl>
        <Instructions prompt={prompt} />
      </StepCard>
      <StepActions>
        <Button look="primary" onClick={() => onStep('file')}>
          Continue
        </Button>
      </StepActions>
    </>
  );
}

/** As the agent is told them, with their placeholders. */
export function Instructions({ prompt }: { prompt: string }) {
  const placeholders = detectPlaceholders(prompt).map(placeholderLabel);
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">Instructions</p>
      <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap rounded-box border bg-sunken px-3 py-2 text-ink-2">
        {prompt}
      </p>
      <p className="text-ink-3 text-sm">
        {`As the template was when it was chosen. ${
          placeholders.length === 0 ? 'It has no placeholders.' : `Placeholders: ${placeholders.join(', ')}`
        }`}
      </p>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium text-sm sm:leading-6">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
