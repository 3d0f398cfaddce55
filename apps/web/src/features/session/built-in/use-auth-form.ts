import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';

/** The part of a zod schema that a form needs. */
interface Schema<Body> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Body }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

type FieldErrors = Readonly<Record<string, string>>;

interface AuthFormOptions<Body> {
  /** The name of the action, for `useSend`. */
  name: string;
  /** The schema of the request body: the form shows the same messages without a round trip. */
  schema: Schema<Body>;
  send: (body: Body) => Promise<void>;
  /** Added to the values of the form, such as the token of a link. */
  extra?: Readonly<Record<string, string>>;
  /** The field that an error of the server belongs to, by error code. */
  fieldOf?: Readonly<Record<string, string>>;
  /** A check that needs more than one field. */
  check?: (values: Readonly<Record<string, string>>) => FieldErrors;
}

export interface AuthFormState {
  busy: boolean;
  error: string | null;
  fieldErrors: FieldErrors;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form with one action: errors of a field are shown at the field, others above the form. */
export function useAuthForm<Body>(options: AuthFormOptions<Body>): AuthFormState {
  const { schema, extra = {}, fieldOf = {}, check = () => ({}) } = options;
  const [error, setError] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});

  function showErrors(form: HTMLFormElement, errors: FieldErrors): void {
    setFieldErrors(errors);
    const first = [...form.elements].find((element) =>
      Object.hasOwn(errors, element.getAttribute('name') ?? ''),
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
      else showErrors(form, { [field]: sentenceOf(failure) });
    },
  });

  function submit(form: HTMLFormElement): void {
    setError(null);
    setFieldErrors({});
    const values = valuesOf(form);
    const parsed = schema.safeParse({ ...values, ...extra });
    const errors = { ...(parsed.success ? {} : errorsByField(parsed.error.issues)), ...check(values) };
    if (!parsed.success || Object.keys(errors).length > 0) showErrors(form, errors);
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

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(fields);
}

function errorsByField(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
