import type { ReactNode } from 'react';
import { AlertBox } from '../../ui/alert-box.tsx';
import { TextWithNumbers } from '../../ui/text-with-numbers.tsx';
import type { Failure } from './failure.ts';

/** A fault in a sentence, and below it what to do. */
export function FailureBox({ failure, title }: { failure: Failure; title?: ReactNode }) {
  return (
    <AlertBox {...(title === undefined ? {} : { title })}>
      <p>
        <TextWithNumbers>{failure.sentence}</TextWithNumbers>
      </p>
      {failure.remedy !== '' && <p className="mt-1 text-ink-2">{failure.remedy}</p>}
    </AlertBox>
  );
}
