import {
  type AgentConfig,
  agentRoutes,
  type ConfigChange,
  type ConfigProblem,
  type EditedAgent,
} from '@parley/contract';
import { useEffect, useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Status } from '../../../ui/status-dot.tsx';
import type { Autosave } from './autosave.ts';
import type { Autosaver } from './autosaver.ts';
import { EditorMenu } from './editor-menu.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { standingOf } from './standing.ts';

interface EditorBarProps {
  agent: EditedAgent;
  listPath: string;
  state: Autosave<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
  /** From the published version to what is typed. */
  changes: readonly ConfigChange[];
  problems: readonly ConfigProblem[];
  onShowProblem: () => void;
  /** Null while it is open, and for those who may not. */
  onTry: (() => void) | null;
}

/** Stays in view: where the draft stands, and what to do with it. */
export function EditorBar(props: EditorBarProps) {
  const { agent, listPath, state, autosaver, changes, problems, onShowProblem, onTry } = props;
  const may = useMay();
  const now = useNow();
  const [publishing, setPublishing] = useState(false);
  const { draft, published, tone } = standingOf({
    phase: state.phase,
    savedAt: state.base.savedAt,
    now,
    publishedVersion: agent.published?.version ?? null,
    differences: changes.length,
  });
  const isArchived = agent.archivedAt !== null;
  const canPublish = (agent.published === null || changes.length > 0) && state.phase.name !== 'conflict';
  return (
    <div className="sticky top-14 z-20 -mx-4 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y bg-paper px-4 py-2.5 sm:-mx-8 sm:px-8 lg:top-0">
      <p className="min-w-0 text-ink-2 text-sm">
        <Status tone={tone}>{draft}</Status>
        <span>{` · ${published}`}</span>
        {problems.length > 0 && !isArchived && (
          <>
            {' · '}
            <button
              type="button"
              onClick={onShowProblem}
              className="rounded-box underline decoration-dotted underline-offset-4 hover:text-ink"
            >
              {problems.length === 1 ? '1 problem' : `${problems.length} problems`}
            </button>
          </>
        )}
      </p>
      <div className="ml-auto flex items-center gap-2">
        {!isArchived && onTry !== null && <Button onClick={onTry}>Try It</Button>}
        {!isArchived && may(agentRoutes.publishAgent.permission) && (
          // Not `disabled`: after publishing the focus returns to it.
          <Button
            look="primary"
            aria-disabled={!canPublish}
            className={cx(!canPublish && 'cursor-not-allowed opacity-55')}
            onClick={() => canPublish && (problems.length > 0 ? onShowProblem() : setPublishing(true))}
          >
            Publish
          </Button>
        )}
        <EditorMenu agent={agent} listPath={listPath} onDeleted={autosaver.discard} />
      </div>
      <PublishDialog
        open={publishing}
        agent={agent}
        changes={changes}
        autosaver={autosaver}
        onClose={() => setPublishing(false)}
      />
    </div>
  );
}

/** The time, often enough for "saved 10 s ago". */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
