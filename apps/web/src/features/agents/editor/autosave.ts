import { merge } from '../config/merge.ts';
import { sameValue } from '../config/places.ts';

/** A draft as the server has it. */
export interface SavedDraft<Config> {
  revision: number;
  config: Config;
  /** When it was saved, and by whom; null when that is not known. */
  savedAt: string | null;
  savedBy: string | null;
}

/** What is kept in the tab until the server has it. */
export interface UnsavedDraft<Config> {
  base: SavedDraft<Config>;
  typed: Config;
}

export type SavePhase<Config> =
  /** The server has what the fields show. */
  | { name: 'saved' }
  /** Saved when the timer fires. */
  | { name: 'waiting' }
  | { name: 'saving'; sent: Config; failures: number }
  /** No answer, or one that may be another the next time: tried again by itself. */
  | { name: 'unreachable'; failures: number; sentence: string }
  /** Refused as it is: tried again after the next change. */
  | { name: 'refused'; sentence: string }
  /** Somebody else has changed the same places: a person decides. */
  | { name: 'conflict'; theirs: SavedDraft<Config> };

/** Somebody else's changes that were taken over, to be told. */
export interface TakenOver {
  by: string | null;
  places: readonly string[];
}

export interface Autosave<Config> extends UnsavedDraft<Config> {
  phase: SavePhase<Config>;
  takenOver: TakenOver | null;
  /** Whoever may only read sends nothing. */
  readOnly: boolean;
}

export type AutosaveEvent<Config> =
  | { type: 'typed'; config: Config }
  | { type: 'timer.fired' }
  /** The browser says that it has a connection again, or somebody asks to save now. */
  | { type: 'hurried' }
  | { type: 'saved'; revision: number; savedAt: string | null; savedBy: string | null }
  | { type: 'failed'; sentence: string; retryable: boolean }
  /** Not saved, because the revision is no longer the last one. */
  | { type: 'stale'; theirs: SavedDraft<Config> }
  /** Fetched because somebody has changed something, perhaps this page itself. */
  | { type: 'fetched'; draft: SavedDraft<Config> }
  /** This page has put another draft in its place, such as an earlier version. */
  | { type: 'replaced'; draft: SavedDraft<Config> }
  /** A person has decided a conflict. */
  | { type: 'decided'; config: Config }
  | { type: 'told' }
  /** The person's role has changed, or the agent was archived or made active again. */
  | { type: 'access.changed'; readOnly: boolean };

export type AutosaveEffect<Config> =
  | { type: 'save'; config: Config; revision: number }
  | { type: 'arm'; ms: number }
  | { type: 'disarm' };

export interface Step<Config> {
  state: Autosave<Config>;
  effects: readonly AutosaveEffect<Config>[];
}

/** From the first key; later ones do not postpone it. */
export const saveDelayMs = 1_500;
const readOnlySentence = 'The agent can only be read now. What you typed is kept in this tab.';
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000] as const;

/** Opens the draft of the server, with what an earlier visit of this tab did not get saved. */
export function openDraft<Config extends object>(
  server: SavedDraft<Config>,
  unsaved: UnsavedDraft<Config> | null,
  readOnly = false,
): Step<Config> {
  const fresh: Autosave<Config> = {
    base: server,
    typed: server.config,
    phase: { name: 'saved' },
    takenOver: null,
    readOnly,
  };
  if (unsaved === null || sameValue(unsaved.typed, server.config)) return { state: fresh, effects: [] };
  if (server.revision > unsaved.base.revision) return withNewer({ ...fresh, ...unsaved }, server);
  return settled({ ...fresh, typed: unsaved.typed }, 0);
}

export function autosaveStep<Config extends object>(
  state: Autosave<Config>,
  event: AutosaveEvent<Config>,
): Step<Config> {
  const { phase } = state;
  switch (event.type) {
    case 'typed': {
      const next = { ...state, typed: event.config };
      const waits = phase.name === 'saving' || phase.name === 'unreachable' || phase.name === 'conflict';
      return waits ? unchanged(next) : settled(next);
    }
    case 'timer.fired':
    case 'hurried':
      return phase.name === 'waiting' || phase.name === 'unreachable' || phase.name === 'refused'
        ? saving(state)
        : unchanged(state);
    case 'saved': {
      if (phase.name !== 'saving') return unchanged(state);
      const { revision, savedAt, savedBy } = event;
      return settled({ ...state, base: { revision, config: phase.sent, savedAt, savedBy } });
    }
    case 'failed':
      return phase.name === 'saving' ? failed(state, phase.failures + 1, event) : unchanged(state);
    case 'stale':
      return withNewer(state, event.theirs);
    case 'fetched':
      // While saving it may be what is being saved; if it is not, the server says that the revision is stale.
      return phase.name === 'saving' || event.draft.revision <= state.base.revision
        ? unchanged(state)
        : withNewer(state, event.draft);
    case 'replaced':
      return settled({ ...state, base: event.draft, typed: event.draft.config, takenOver: null });
    case 'decided':
      if (phase.name !== 'conflict') return unchanged(state);
      return settled({ ...state, base: phase.theirs, typed: event.config }, 0);
    case 'told':
      return unchanged({ ...state, takenOver: null });
    case 'access.changed':
      return withAccess(state, event.readOnly);
  }
}

/** Whether leaving the page now would leave something behind that the server does not have. */
export function isUnsaved<Config>({ phase }: Autosave<Config>): boolean {
  return phase.name !== 'saved';
}

/** Whether it is not saved by itself within moments: a person should know before they leave. */
export function isStuck<Config>({ phase }: Autosave<Config>): boolean {
  return phase.name === 'unreachable' || phase.name === 'refused' || phase.name === 'conflict';
}

function unchanged<Config>(state: Autosave<Config>): Step<Config> {
  return { state, effects: [] };
}

function withAccess<Config>(state: Autosave<Config>, readOnly: boolean): Step<Config> {
  if (readOnly === state.readOnly) return unchanged(state);
  const { name } = state.phase;
  const next = { ...state, readOnly };
  // An answer is on its way, or a person decides: what comes next finds the access as it is then.
  return name === 'saving' || name === 'conflict' ? unchanged(next) : settled(next, 0);
}

function saving<Config>(state: Autosave<Config>): Step<Config> {
  if (state.readOnly) return settled(state);
  const { typed, base, phase } = state;
  const failures = phase.name === 'unreachable' ? phase.failures : 0;
  return {
    state: { ...state, phase: { name: 'saving', sent: typed, failures } },
    effects: [{ type: 'disarm' }, { type: 'save', config: typed, revision: base.revision }],
  };
}

/** Saved when the server has what was typed; otherwise it is going to be. */
function settled<Config>(state: Autosave<Config>, ms: number = saveDelayMs): Step<Config> {
  if (sameValue(state.typed, state.base.config))
    return { state: { ...state, phase: { name: 'saved' } }, effects: [{ type: 'disarm' }] };
  if (state.readOnly)
    return {
      state: { ...state, phase: { name: 'refused', sentence: readOnlySentence } },
      effects: [{ type: 'disarm' }],
    };
  if (state.phase.name === 'waiting') return unchanged(state);
  return { state: { ...state, phase: { name: 'waiting' } }, effects: [{ type: 'arm', ms }] };
}

function failed<Config>(
  state: Autosave<Config>,
  failures: number,
  { sentence, retryable }: { sentence: string; retryable: boolean },
): Step<Config> {
  if (!retryable) return unchanged({ ...state, phase: { name: 'refused', sentence } });
  const ms = retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? saveDelayMs;
  return {
    state: { ...state, phase: { name: 'unreachable', failures, sentence } },
    effects: [{ type: 'arm', ms }],
  };
}

/** Combines the newer draft with what was typed, unless both changed the same places. */
function withNewer<Config extends object>(state: Autosave<Config>, theirs: SavedDraft<Config>): Step<Config> {
  const { config, taken, disputed } = merge(state.base.config, state.typed, theirs.config);
  if (disputed.length > 0)
    return { state: { ...state, phase: { name: 'conflict', theirs } }, effects: [{ type: 'disarm' }] };
  const takenOver = taken.length === 0 ? state.takenOver : { by: theirs.savedBy, places: taken };
  return settled({ ...state, base: theirs, typed: config, takenOver, phase: { name: 'saved' } }, 0);
}
