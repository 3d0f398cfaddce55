/** Error texts by field. */
export interface FieldErrors {
  phoneNumber: string | null;
  instructions: string | null;
  /** By placeholder name. */
  placeholders: Readonly<Record<string, string>>;
}

export const noFieldErrors: FieldErrors = { phoneNumber: null, instructions: null, placeholders: {} };

export const missingValueText = 'Fill in a value.';

export function numberErrorText(typed: string): string {
  return typed.trim() === '' ? 'A phone number is required.' : 'This is not a complete phone number.';
}

/** Error codes of the server that are about the phone number. */
const numberErrorCodes = new Set([
  'invalid_phone_number',
  'country_not_allowed',
  'number_type_not_allowed',
  'do_not_call',
  'being_erased',
  'carrier_invalid_number',
  'carrier_country_blocked',
]);

export function fieldErrorsOf(code: string | null): FieldErrors {
  if (code === 'instructions_not_english')
    return { ...noFieldErrors, instructions: 'The scripted agent only understands English.' };
  return numberErrorCodes.has(code ?? '')
    ? { ...noFieldErrors, phoneNumber: 'This number cannot be called.' }
    : noFieldErrors;
}

/** The name attribute of the first invalid control, in the order of the form. */
export function firstInvalidField({ phoneNumber, placeholders, instructions }: FieldErrors): string | null {
  if (phoneNumber !== null) return 'phone-number';
  const [placeholder] = Object.keys(placeholders);
  if (placeholder !== undefined) return `placeholder:${placeholder}`;
  return instructions === null ? null : 'instructions';
}
