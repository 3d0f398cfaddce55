import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';

/** As much of a schema as a form needs. */
interface Schema<Body> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Body }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

type FieldErrors = Readonly<Record<string, string>>;

interface AuthFormOptions<Body> {
  /** The act, for `useSend`. */
  name: string;
  /** What the server takes: the form says the same sentences before the round trip. */
  schema: Schema<Body>;
  send: (body: Body) => Promise<void>;
  /** Added to what was typed, such as the token of a link. */
  extra?: Readonly<Record<string, string>>;
  /** Which field a refusal of the server belongs to, by its code. */
  fieldOf?: Readonly<Record<string, string>>;
  /** A check that needs more than one field. */
  check?: (typed: Readonly<Record<string, string>>) => FieldErrors;
}

export interface AuthFormState {
  busy: boolean;
  error: string | null;
  fieldErrors: FieldErrors;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form with one act: what is wrong stands at its field, everything else above the form. */
export function useAuthForm<Body>(options: AuthFormOptions<Body>): AuthFormState {
  const { schema, extra = {}, fieldOf = {}, check = () => ({}) } = options;
  const [error, setError] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});

  function refuse(form: HTMLFormElement, faults: FieldErrors): void {
    setFieldErrors(faults);
    const first = [...form.elements].find((element) =>
      Object.hasOwn(faults, element.getAttribute('name') ?? ''),
    );
    if (first instanceof HTMLElement) first.focus();
  }

  const { busy, send } = useSend({
    name: options.name,
    once: true,
    act: ({ body }: { form: HTMLFormElement; body: Body }) => options.send(body),
    onFailed: (failure, { form }) => {
      const field = failure instanceof ApiError ? fieldOf[failure.code] : undefined;
      if (field === undefined) setError(sentenceOf(failure));
      else refuse(form, { [field]: sentenceOf(failure) });
    },
  });

  function submit(form: HTMLFormElement): void {
    setError(null);
    setFieldErrors({});
    const typed = typedIn(form);
    const parsed = schema.safeParse({ ...typed, ...extra });
    const faults = { ...(parsed.success ? {} : faultsIn(parsed.error.issues)), ...check(typed) };
    if (!parsed.success || Object.keys(faults).length > 0) refuse(form, faults);
    else send({ form, body: parsed.data });
  }

  return {
    busy,
    error,
    fieldErrors,
    onSubmit(event) {
      event.preventDefault();
      if (!busy) submit(event.currentTarget);
    },
  };
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(fields);
}

function faultsIn(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) faults[String(path[0])] ??= message;
  return faults;
}
