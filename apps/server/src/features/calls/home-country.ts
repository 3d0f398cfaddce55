import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The sandbox has North American test numbers, so national numbers are read as in the United States. */
const sandboxCountry = 'US';

/** The country whose national format people may use: that of the caller id. Null if the number does not show it. */
export function homeCountry({
  mainNumber,
  sandbox,
}: {
  mainNumber: string;
  sandbox: boolean;
}): string | null {
  return sandbox ? sandboxCountry : (parsePhoneNumberFromString(mainNumber)?.country ?? null);
}
