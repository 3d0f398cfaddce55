import type { AgentConfig, EditedAgent } from '@parley/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useDrafts } from '../../../lib/drafts.ts';
import { agentName } from '../../../lib/known-agents.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { holdReload } from '../../../lib/stale-chunks.ts';
import { type Autosave, type AutosaveEvent, isStuck, isUnsaved } from './autosave.ts';
import { type Autosaver, type BackgroundSaveStatus, createAutosaver } from './autosaver.ts';
import { type BackgroundSaves, useBackgroundSaves } from './background-saves.ts';
import { saveDraft, savedDraftOf } from './save-draft.ts';
import { parseUnsaved } from './unsaved-draft.ts';

/** One for each agent, beside the drafts of the forms. */
const draftName = (agentId: string) => `agent:${agentId}`;

const toastReadMs = 3_000;

/** The draft of an agent on this page; give the component that uses it the agent's id as its key. */
export function useAutosaver(
  agent: EditedAgent,
  readOnly: boolean,
): [Autosave<AgentConfig>, Autosaver<AgentConfig>] {
  const { id: agentId, draft } = agent;
  const api = useApi();
  const client = useQueryClient();
  const drafts = useDrafts();
  const background = useBackgroundSaves();
  const create = () =>
    createAutosaver<AgentConfig>({
      server: savedDraftOf(draft),
      unsaved: parseUnsaved(drafts.load(draftName(agentId))),
      readOnly,
      keep: (unsaved) =>
        unsaved === null ? drafts.clear(draftName(agentId)) : drafts.save(draftName(agentId), unsaved),
      save: async (sent) => {
        const event = await saveDraft(api, agentId, sent);
        if (event.type === 'saved') rememberSaved(client, agentId, sent.config, event);
        return event;
      },
      onBackgroundSave: (status) => {
        const name = agentName({ id: agentId, displayName: draft.config.identity.displayName });
        toastBackgroundSave(status, `The draft of ${name}`);
      },
    });
  // An editor that is opened again goes on with what is still being saved.
  const [autosaver] = useState(() => background.find(agentId) ?? create());
  const state = useSyncExternalStore(autosaver.subscribe, autosaver.current);
  useEffect(() => {
    background.end(agentId);
    const leave = autosaver.start();
    const unlisten = listenToWindow(autosaver);
    return () => {
      leave();
      goOnInBackground(background, agentId, autosaver, unlisten);
    };
  }, [autosaver, background, agentId]);
  useEffect(() => autosaver.apply({ type: 'access.changed', readOnly }), [autosaver, readOnly]);
  useEffect(() => autosaver.apply({ type: 'fetched', draft: savedDraftOf(draft) }), [autosaver, draft]);
  return [state, autosaver];
}

function listenToWindow(autosaver: Autosaver<AgentConfig>): () => void {
  const hurry = () => autosaver.apply({ type: 'hurried' });
  const ask = (event: BeforeUnloadEvent) => isUnsaved(autosaver.current()) && event.preventDefault();
  window.addEventListener('online', hurry);
  window.addEventListener('beforeunload', ask);
  return () => {
    window.removeEventListener('online', hurry);
    window.removeEventListener('beforeunload', ask);
  };
}

/** Until everything is saved, or a person has to decide: the tab keeps that for when the editor is opened again. */
function goOnInBackground(
  background: BackgroundSaves,
  agentId: string,
  autosaver: Autosaver<AgentConfig>,
  unlisten: () => void,
): void {
  const isOver = () => !isUnsaved(autosaver.current()) || isStuck(autosaver.current());
  if (isOver()) {
    unlisten();
    return;
  }
  const unsubscribe = autosaver.subscribe(() => isOver() && background.end(agentId));
  const release = holdReload();
  const stop = () => {
    unsubscribe();
    // A toast says how it ended, and would be gone with the page.
    setTimeout(release, toastReadMs);
    unlisten();
    autosaver.stop();
  };
  background.add(agentId, { autosaver, stop });
}

function toastBackgroundSave(status: BackgroundSaveStatus, draft: string): void {
  if (status === 'saved') toast.success(`${draft} is saved`);
  else if (status === 'unreachable')
    toast.warning(`${draft} is not saved yet`, {
      description: 'The server cannot be reached. It is kept in this tab, and saved when the server answers.',
    });
  else toast.error(`${draft} is not saved. It is kept in this tab: open the agent again.`);
}

/** So that the editor opens with it the next time, and the list says whether the draft differs. */
function rememberSaved(
  client: QueryClient,
  agentId: string,
  config: AgentConfig,
  { revision, savedAt, savedBy }: Extract<AutosaveEvent<AgentConfig>, { type: 'saved' }>,
): void {
  client.setQueryData<EditedAgent>(queryKeys.agent(agentId), (agent) => {
    if (agent === undefined || agent.draft.revision >= revision) return agent;
    const person = savedBy === null ? null : { displayName: savedBy };
    const draft = { config, revision, savedAt: savedAt ?? agent.draft.savedAt, savedBy: person };
    return { ...agent, draft };
  });
  void client.invalidateQueries({ queryKey: queryKeys.agentCards, refetchType: 'none' });
}
