import { type ReactNode, useState } from 'react';
import type { CallDetail } from '../../../lib/parsing/call-detail.ts';
import { cx } from '../../../ui/cx.ts';
import { isOver } from '../call-progress.ts';
import { DeletedRecording } from '../recording/deleted-recording.tsx';
import { createPlayback, type Playback } from '../recording/playback.ts';
import { RecordingPart } from '../recording/recording-part.tsx';
import { CallHeader, type CallHeaderProps } from './call-header.tsx';
import { FollowUpsCard } from './follow-ups-card.tsx';
import { InstructionsCard } from './instructions-card.tsx';
import { KnowledgeCard } from './knowledge-card.tsx';
import { useShowMark } from './marked-text.tsx';
import { OutcomeCard } from './outcome/outcome-card.tsx';
import { hasOutcome } from './outcome/shown-values.ts';
import { SummaryCard } from './summary-card.tsx';
import { TranscriptCard } from './transcript-card.tsx';
import { useLitEntry } from './use-lit-entry.ts';
import { nextSteps } from './what-to-do-next.ts';

export interface CallDetailViewProps extends Omit<CallHeaderProps, 'live'> {
  /** What somebody has to do after this call. */
  followUps: (call: CallDetail) => ReactNode;
  /** Null for those who may not see follow-ups. */
  followUpPathOf: ((followUpId: string) => string) | null;
}

/** Header, outcome, summary, instructions, what was answered from knowledge, and transcript, which takes the remaining width. */
export function CallDetailView({ followUps, followUpPathOf, ...header }: CallDetailViewProps) {
  const { call } = header;
  const { outcomes } = call;
  const isRead = hasOutcome(outcomes);
  const live = !isOver(call);
  const [lit, light] = useLitEntry();
  const [playback] = useState(createPlayback);
  useShowMark(lit !== null);
  const place = nextSteps(call, live);
  const steps = place === null ? null : followUps(call);
  return (
    <div className="grid gap-4">
      <CallHeader {...header} live={live} />
      <div className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        {/* With an outcome the column is seldom shorter than the window, and its end would be out of reach. */}
        <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-4', !isRead && 'xl:sticky xl:top-4')}>
          {isRead && <OutcomeCard callId={call._id} shown={outcomes} onLight={light} />}
          {call.summary !== null && call.summary.trim() !== '' && (
            <SummaryCard summary={call.summary} nextSteps={place === 'summary' ? steps : null} />
          )}
          {place === 'card' && steps !== null && <FollowUpsCard>{steps}</FollowUpsCard>}
          <InstructionsCard instructions={call.instructions} />
          {call.knowledge.length > 0 && <KnowledgeCard questions={call.knowledge} />}
        </div>
        <TranscriptCard
          entries={call.transcript}
          toolCalls={call.toolCalls}
          turns={call.turns}
          live={live}
          lit={lit}
          followUpPathOf={followUpPathOf}
          playback={playback}
          player={playerOf(call, playback)}
        />
      </div>
    </div>
  );
}

function playerOf(call: CallDetail, playback: Playback): ReactNode {
  if (call.recording != null) return <RecordingPart call={call} playback={playback} />;
  return call.recordingDeleted == null ? null : <DeletedRecording deleted={call.recordingDeleted} />;
}
