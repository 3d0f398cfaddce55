import {
  type AgentConfig,
  agentRoutes,
  type DeploymentEngines,
  describeChanges,
  type EditedAgent,
  publishable,
  speechWarnings,
  tryRoutes,
} from '@parley/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { useMay } from '../../../lib/permissions.ts';
import { cx } from '../../../ui/cx.ts';
import { refusedChange } from '../config/draft-limit.ts';
import { lazyPart } from '../lazy-part.tsx';
import { isStuck } from './autosave.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { EditorBar } from './editor-bar.tsx';
import { type Editor, EditorProvider } from './editor-context.ts';
import { EditorHeader } from './editor-header.tsx';
import { EditorSection } from './editor-section.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { SaveNotices } from './save-notices.tsx';
import { SectionNavigation } from './section-navigation.tsx';
import { type SectionKey, sectionNamed, sectionOf } from './sections.ts';
import { useAutosaver } from './use-autosaver.ts';

/** Of a server that does not say what it has: everything. */
const anyEngines: DeploymentEngines = { standard: 'relay', relay: 'model', realtime: 'model' };

const TryPanel = lazyPart('Try It', async () => (await import('../try/try-panel.tsx')).TryPanel);

interface AgentEditorProps {
  agent: EditedAgent;
  listPath: string;
  toolsPath: string;
  dataPath: string;
  organization: { name: string; timeZone: string };
  /** Whether there is a handset to ring. */
  handset: boolean;
}

export function AgentEditor({
  agent,
  listPath,
  toolsPath,
  dataPath,
  organization,
  handset,
}: AgentEditorProps) {
  const engines = agent.engines ?? anyEngines;
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const readOnly = agent.archivedAt !== null || !may(agentRoutes.saveAgentDraft.permission);
  const [state, autosaver] = useAutosaver(agent, readOnly);
  const [attempts, setAttempts] = useState(0);
  const strict = attempts > 0;
  const content = useRef<HTMLDivElement>(null);
  const problemSection = useRef<SectionKey | null>(null);
  const section = sectionNamed(params.get('section'));
  const { typed: config } = state;
  const problems = useMemo(() => publishable(config, agent.id), [config, agent.id]);
  const changes = useMemo(
    () => (agent.published === null ? [] : describeChanges(agent.published.config, config)),
    [agent.published, config],
  );
  function change(next: AgentConfig): void {
    const refused = refusedChange(autosaver.current().typed, next);
    if (refused === null) autosaver.apply({ type: 'typed', config: next });
    else toast.error(refused, { id: 'draft-limit' });
  }

  const editor: Editor = {
    agentId: agent.id,
    config,
    change,
    readOnly,
    problems,
    strict,
    warnings: speechWarnings(config, {
      defaultEngine: engines.standard,
      scripted: engines.relay === 'scripted',
      models: engines.models,
    }),
    engine: config.engine.engine ?? engines.standard,
    engines,
    organization,
    published: agent.published,
  };

  // The field is there, and marked, only after the section has been rendered.
  useEffect(() => {
    if (problemSection.current !== section) return;
    problemSection.current = null;
    content.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]')?.focus();
  });

  const mayTry = agent.archivedAt === null && may(tryRoutes.startTry.permission);
  const trying = mayTry && params.get('try') === 'open';
  function setTrying(open: boolean): void {
    setParams(
      (given) => {
        given.set('section', section);
        if (open) given.set('try', 'open');
        else given.delete('try');
        return given;
      },
      { preventScrollReset: true },
    );
  }

  /** Shows the first problem and moves the focus to its field. */
  function showProblem(): void {
    const [first] = problems;
    if (first === undefined) return;
    problemSection.current = sectionOf(first);
    setAttempts((given) => given + 1);
    setParams(
      { section: sectionOf(first), ...(trying ? { try: 'open' } : {}) },
      { preventScrollReset: true },
    );
  }

  return (
    <EditorProvider value={editor}>
      {/* Without the permission nothing can be saved by staying. */}
      <LeaveQuestion isStuck={isStuck(state) && !readOnly} />
      <EditorHeader agent={agent} name={config.identity.displayName} />
      <EditorBar
        agent={agent}
        listPath={listPath}
        state={state}
        autosaver={autosaver}
        changes={changes}
        problems={problems}
        onShowProblem={showProblem}
        onTry={mayTry && !trying ? () => setTrying(true) : null}
      />
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[10rem_minmax(0,1fr)]',
          trying && 'xl:grid-cols-[8rem_minmax(0,1fr)_22rem] xl:gap-x-6',
        )}
      >
        <SectionNavigation current={section} problems={problems} strict={strict} trying={trying} />
        {trying && (
          <div className="lg:col-start-2 xl:sticky xl:top-18 xl:col-start-3 xl:row-start-1 xl:self-start">
            <TryPanel
              agentId={agent.id}
              handset={handset}
              flush={autosaver.flush}
              onClose={() => setTrying(false)}
            />
          </div>
        )}
        <div
          ref={content}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-start-2 xl:row-start-1"
        >
          <SaveNotices agent={agent} state={state} autosaver={autosaver} />
          {state.phase.name === 'conflict' && (
            <ConflictNotice state={state} theirs={state.phase.theirs} autosaver={autosaver} />
          )}
          <EditorSection
            toolsPath={toolsPath}
            dataPath={dataPath}
            section={section}
            agent={agent}
            state={state}
            autosaver={autosaver}
          />
        </div>
      </div>
    </EditorProvider>
  );
}
