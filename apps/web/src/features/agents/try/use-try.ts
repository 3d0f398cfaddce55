import {
  type AgentTry,
  type OpenTry,
  type StartTryBody,
  type TryEvent,
  type TryInput,
  tryRoutes,
} from '@parley/contract';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { ApiClient } from '../../../lib/api-client.ts';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, isNotFound, sentenceOf } from '../../../lib/api-error.ts';
import { useDrafts } from '../../../lib/drafts.ts';
import {
  parseOpenTries,
  parseStartedTry,
  parseTooManyTries,
  parseTryEvent,
} from '../../../lib/parsing/tries.ts';
import { readServerSentEvents } from '../../../lib/server-sent-events.ts';
import { useSend } from '../../../lib/use-send.ts';
import { applyTryEvent, emptyTry, type TryState } from './try-state.ts';

const reconnectMs = 1_000;
/** Typing is reported this often at most: the session waits a few seconds before it asks whether somebody is there. */
const typingEveryMs = 2_000;

interface TryOptions {
  agentId: string;
  /** Saves the draft, so that what is on the screen is what is tried. */
  flush: () => Promise<boolean>;
}

export interface TryFailure {
  sentence: string;
  /** The person's tries, of this agent or others, that keep another one from being started. */
  open: readonly OpenTry[];
}

export function useTry({ agentId, flush }: TryOptions) {
  const api = useApi();
  const drafts = useDrafts();
  const kept = `try:${agentId}`;
  // The last try of this tab: a reload reads its events again from the first.
  const [running, setRunning] = useState<AgentTry | null>(() => parseStartedTry(drafts.load(kept)));
  const [failure, setFailure] = useState<TryFailure | null>(null);
  const [state, apply] = useReducer(tryReducer, emptyTry);
  const [typedAt, setTypedAt] = useState(0);
  const started = useRef(false);
  const onFailed = (error: unknown) =>
    setFailure({
      sentence: sentenceOf(error),
      open: error instanceof ApiError ? parseTooManyTries(error.details) : [],
    });
  const start = useSend({
    name: 'start-try',
    act: async (body: StartTryBody) => {
      started.current = true;
      if (!(await flush())) throw new Error('The draft could not be saved, so it cannot be tried.');
      const answer = await api.send(tryRoutes.startTry, { params: { agentId }, body });
      const begun = parseStartedTry(answer);
      if (begun === null) throw new Error('The server gave an answer this page does not understand.');
      return begun;
    },
    onDone: (begun) => {
      setFailure(null);
      apply('start');
      setRunning(begun);
      drafts.save(kept, { try: begun });
    },
    onFailed,
  });
  const say = useSend({
    name: 'say-in-try',
    act: ({ input }: SaidInTry) =>
      api.send(tryRoutes.sendToTry, { params: { id: running?.id ?? '' }, body: input }),
    onDone: (_, { onSent }) => {
      setFailure(null);
      onSent();
    },
    onFailed,
  });
  const end = useSend({
    name: 'end-try',
    act: (id: string) => api.send(tryRoutes.endTry, { params: { id } }),
    onDone: () => setFailure(null),
    onFailed,
  });

  // A tab that knows of no try goes on with the newest that is open: it was begun in a tab that has been closed.
  useEffect(() => {
    if (drafts.load(kept) !== null) return;
    const stopping = new AbortController();
    const goOn = ([newest]: readonly AgentTry[]) => {
      if (newest === undefined || started.current || stopping.signal.aborted) return;
      setRunning(newest);
      drafts.save(kept, { try: newest });
    };
    // Without the list one can still begin another try.
    openTries(api, agentId, stopping.signal).then(goOn, () => {});
    return () => stopping.abort();
  }, [api, agentId, drafts, kept]);

  const id = running?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const stopping = new AbortController();
    void follow(api, id, stopping.signal, apply).then((isGone) => {
      if (!isGone || stopping.signal.aborted) return;
      drafts.clear(kept);
      setRunning(null);
    });
    return () => stopping.abort();
  }, [api, id, drafts, kept]);

  /** Not a button: whoever types counts as speaking. A report that is lost is made again with the next key. */
  function reportTyping(): void {
    if (id === null || Date.now() - typedAt < typingEveryMs) return;
    setTypedAt(Date.now());
    api.send(tryRoutes.sendToTry, { params: { id }, body: { kind: 'typing' } }).catch(() => {});
  }

  return { running, state, failure, start, say, end, reportTyping };
}

/** What is sent, and what to do once the try has taken it. */
interface SaidInTry {
  input: TryInput;
  onSent: () => void;
}

function openTries(api: ApiClient, agentId: string, signal: AbortSignal): Promise<readonly AgentTry[]> {
  return api.get(tryRoutes.listOpenTries, parseOpenTries, { params: { agentId }, signal });
}

function tryReducer(state: TryState, event: TryEvent | 'start'): TryState {
  return event === 'start' ? emptyTry : applyTryEvent(state, event);
}

/** Reads the events of a try to its end; an interrupted stream goes on behind the last event. True: it was deleted. */
async function follow(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
  onEvent: (event: TryEvent) => void,
): Promise<boolean> {
  let last = 0;
  let over = false;
  const onData = (data: unknown) => {
    const event = parseTryEvent(data);
    if (event === null) return;
    last = Math.max(last, event.number);
    over ||= event.type === 'ended';
    onEvent(event);
  };
  while (!signal.aborted && !over) {
    try {
      const response = await api.open(tryRoutes.tryEvents, {
        params: { id },
        query: { after: last },
        signal,
      });
      const { ended } = await readServerSentEvents(response, onData);
      await ended;
    } catch (failure) {
      if (isNotFound(failure)) return true;
    }
    if (!over && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
  return false;
}
