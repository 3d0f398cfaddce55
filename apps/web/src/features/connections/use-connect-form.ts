import type { ConnectionKind, Route, SeenConnection } from '@parley/contract';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { flatDraft, useDraft } from '../../lib/drafts.ts';
import { connectDraftName } from './connect-form-props.ts';
import type { Failure } from './failure.ts';
import type { FieldErrors, fieldErrors } from './field-errors.ts';
import { useChange } from './use-change.ts';
import { useCheck } from './use-check.ts';
import { useMistakes } from './use-mistakes.ts';

interface ConnectFormOptions<Typed, Result> {
  kind: ConnectionKind;
  initial: Typed;
  /** The fields that are never stored in the browser. */
  secrets: readonly (keyof Typed)[];
  /** What would be checked, and connected. */
  bodyOf: (typed: Typed) => object;
  /** Of that body. */
  schema: Parameters<typeof fieldErrors>[0];
  replaces: SeenConnection | null;
  check: { route: Route; parse: (answer: unknown) => Result | undefined };
  connect: { route: Route; done: string };
  onDirtyChange: (dirty: boolean) => void;
  onConnected: () => void;
}

export interface ConnectForm<Typed, Result> {
  typed: Typed;
  change: (next: Partial<Typed>) => void;
  errors: FieldErrors;
  /** Value, error and handler of a text field. */
  field: (name: keyof Typed & string) => FieldProps;
  element: RefObject<HTMLFormElement | null>;
  busy: boolean;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  testing: boolean;
  test: () => void;
  /** Puts back what was typed when the form was left, without secrets; null where nothing was. */
  restore: (() => void) | null;
  /** Of what is typed now: a change drops it. */
  result: Result | null;
  failure: Failure | null;
}

interface FieldProps {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * A form that tries what is typed and connects it. The sentences of the contract stand beside its fields; secrets that are
 * typed are kept in its memory alone.
 */
export function useConnectForm<
  Typed extends Record<string, unknown>,
  Result extends { problem: Failure | null },
>(options: ConnectFormOptions<Typed, Result>): ConnectForm<Typed, Result> {
  const { kind, initial, secrets, bodyOf, schema, replaces, onDirtyChange, onConnected } = options;
  const [typed, setTyped] = useState(initial);
  const [changes, setChanges] = useState(0);
  const tried = useCheck(options.check);
  const {
    busy,
    change: connect,
    failure,
    clearFailure,
  } = useChange({
    name: 'connect',
    ...options.connect,
    onDone: onConnected,
  });
  const draft = useDraft({
    form: connectDraftName(kind),
    value: changes > 0 ? { ...typed, ...Object.fromEntries(secrets.map((name) => [name, ''])) } : null,
    parse: flatDraft(initial),
    busy,
    onDirtyChange,
  });
  const body = bodyOf(typed);
  const { element, errors, hasNone } = useMistakes(schema, body);

  function change(next: Partial<Typed>): void {
    setTyped((given) => ({ ...given, ...next }));
    setChanges((count) => count + 1);
    tried.clear();
    clearFailure();
  }

  return {
    typed,
    change,
    errors,
    field: (name) => ({
      value: String(typed[name]),
      error: errors.get(name),
      onChange: (event) => change({ [name]: event.target.value } as Partial<Typed>),
    }),
    element,
    busy,
    submit(event) {
      event.preventDefault();
      if (!busy && hasNone()) connect({ body: { ...body, replaces } });
    },
    testing: tried.busy,
    test() {
      if (hasNone()) tried.check(body);
    },
    restore:
      draft.offered === null
        ? null
        : () => {
            change(draft.offered ?? {});
            draft.dismiss();
          },
    result: tried.result,
    failure: failure ?? tried.failure ?? tried.result?.problem ?? null,
  };
}
