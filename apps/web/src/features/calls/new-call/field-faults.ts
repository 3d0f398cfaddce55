/** What is wrong, by the field it belongs to. */
export interface FieldFaults {
  phoneNumber: string | null;
  instructions: string | null;
  /** By the name of the placeholder. */
  placeholders: Readonly<Record<string, string>>;
}

export const noFaults: FieldFaults = { phoneNumber: null, instructions: null, placeholders: {} };

export const missingValueText = 'Fill in a value.';

export function numberFaultText(typed: string): string {
  return typed.trim() === '' ? 'A phone number is required.' : 'This is not a complete phone number.';
}

/** Answers of the server that speak of the number. */
const aboutTheNumber = new Set([
  'invalid_phone_number',
  'country_not_allowed',
  'number_type_not_allowed',
  'do_not_call',
  'carrier_invalid_number',
  'carrier_country_blocked',
]);

export function faultsOfRefusal(code: string | null): FieldFaults {
  return aboutTheNumber.has(code ?? '')
    ? { ...noFaults, phoneNumber: 'This number cannot be called.' }
    : noFaults;
}

/** The name of the control to go to, in the order in which the fields stand. */
export function firstFaultyField({ phoneNumber, placeholders, instructions }: FieldFaults): string | null {
  if (phoneNumber !== null) return 'phone-number';
  const [placeholder] = Object.keys(placeholders);
  if (placeholder !== undefined) return `placeholder:${placeholder}`;
  return instructions === null ? null : 'instructions';
}
