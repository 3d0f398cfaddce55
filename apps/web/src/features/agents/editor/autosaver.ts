import {
  type Autosave,
  type AutosaveEvent,
  autosaveStep,
  isStuck,
  isUnsaved,
  openDraft,
  type SavedDraft,
  type Step,
  type UnsavedDraft,
} from './autosave.ts';

/** `stuck`: a person has to decide, or to change something. `saved` after it was said that it is not. */
export type BackgroundSaveStatus = 'unreachable' | 'stuck' | 'saved';

interface AutosaverOptions<Config> {
  server: SavedDraft<Config>;
  /** What an earlier visit of this tab did not get saved. */
  unsaved: UnsavedDraft<Config> | null;
  readOnly: boolean;
  save: (draft: { config: Config; revision: number }) => Promise<AutosaveEvent<Config>>;
  /** Keeps what is not saved in the tab; null when everything is. */
  keep: (unsaved: UnsavedDraft<Config> | null) => void;
  /** The page is left already: what becomes of what was typed on it. */
  onBackgroundSave: (status: BackgroundSaveStatus) => void;
}

export interface Autosaver<Config> {
  current(): Autosave<Config>;
  subscribe(listener: () => void): () => void;
  apply(event: AutosaveEvent<Config>): void;
  /** Saves now; resolves when that is done or has failed, with whether everything is saved. */
  flush(): Promise<boolean>;
  /** Returns the function for leaving the page: what is not saved is sent, and again until the server answers. */
  start(): () => void;
  /** Nothing is sent or kept any more, until it is started again. */
  stop(): void;
  /** The agent is deleted: what was typed goes with it, or it would come back in a new agent of the same name. */
  discard(): void;
}

/** Carries out what the autosave machine asks for. */
export function createAutosaver<Config extends object>(options: AutosaverOptions<Config>): Autosaver<Config> {
  const { save, keep, onBackgroundSave } = options;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let page: 'shown' | 'left' | 'over' = 'over';
  let saidUnreachable = false;
  const opened = openDraft(options.server, options.unsaved, options.readOnly);
  let { state } = opened;

  function take({ state: next, effects }: Step<Config>): void {
    const changed = next !== state;
    state = next;
    if (changed && page !== 'over') keep(isUnsaved(state) ? { base: state.base, typed: state.typed } : null);
    for (const effect of effects) {
      if (effect.type !== 'save') clearTimeout(timer);
      if (effect.type === 'arm' && page !== 'over')
        timer = setTimeout(() => apply({ type: 'timer.fired' }), effect.ms);
      if (effect.type === 'save') void save(effect).then(apply);
    }
    if (changed && page === 'left') goOnElsewhere(isStuck(state));
    if (changed) for (const listener of [...listeners]) listener();
  }

  function goOnElsewhere(isNewlyStuck: boolean): void {
    const { name } = state.phase;
    if (name === 'waiting') {
      apply({ type: 'hurried' });
      return;
    }
    if (isNewlyStuck) onBackgroundSave('stuck');
    if (name === 'unreachable' && !saidUnreachable) onBackgroundSave('unreachable');
    if (name === 'saved' && saidUnreachable) onBackgroundSave('saved');
    // It is not said again while it is tried again.
    if (name !== 'saving') saidUnreachable = name === 'unreachable';
  }

  function stop(): void {
    page = 'over';
    clearTimeout(timer);
  }

  function apply(event: AutosaveEvent<Config>): void {
    take(autosaveStep(state, event));
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function flush(): Promise<boolean> {
    apply({ type: 'hurried' });
    return new Promise((resolve) => {
      const check = () => {
        // Typed while it was being saved.
        if (state.phase.name === 'waiting') apply({ type: 'hurried' });
        if (state.phase.name === 'saving' || state.phase.name === 'waiting') return;
        unsubscribe();
        resolve(state.phase.name === 'saved');
      };
      const unsubscribe = subscribe(check);
      check();
    });
  }

  return {
    current: () => state,
    subscribe,
    apply,
    flush,
    start() {
      page = 'shown';
      saidUnreachable = false;
      if (state === opened.state) take(opened);
      // Its timer may have been stopped.
      else if (state.phase.name === 'unreachable') apply({ type: 'hurried' });
      return () => {
        if (page !== 'shown') return;
        page = 'left';
        goOnElsewhere(false);
      };
    },
    stop,
    discard() {
      stop();
      keep(null);
      take({ state: { ...state, typed: state.base.config, phase: { name: 'saved' } }, effects: [] });
    },
  };
}
