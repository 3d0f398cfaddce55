import type { ComponentProps } from 'react';
import { isOver } from '../call-progress.ts';
import { CallHeader } from './call-header.tsx';
import { InstructionsCard } from './instructions-card.tsx';
import { KnowledgeCard } from './knowledge-card.tsx';
import { SummaryCard } from './summary-card.tsx';
import { TranscriptCard } from './transcript-card.tsx';

/** Header, summary, instructions, what was answered from knowledge, and transcript; the transcript takes the remaining width. */
export function CallDetailView({ call, versionPathOf }: Omit<ComponentProps<typeof CallHeader>, 'live'>) {
  const live = !isOver(call);
  return (
    <div className="grid gap-4">
      <CallHeader call={call} live={live} versionPathOf={versionPathOf} />
      <div className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-4 xl:sticky xl:top-4">
          {call.summary !== null && call.summary.trim() !== '' && <SummaryCard summary={call.summary} />}
          <InstructionsCard instructions={call.instructions} />
          {call.knowledge.length > 0 && <KnowledgeCard questions={call.knowledge} />}
        </div>
        <TranscriptCard entries={call.transcript} turns={call.turns} live={live} />
      </div>
    </div>
  );
}
