import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The sandbox's numbers are North American test numbers, so people there write numbers as in the United States. */
const sandboxCountry = 'US';

/** The country in whose way people may write numbers: that of the caller id. Null where its number does not tell. */
export function homeCountry({
  mainNumber,
  sandbox,
}: {
  mainNumber: string;
  sandbox: boolean;
}): string | null {
  return sandbox ? sandboxCountry : (parsePhoneNumberFromString(mainNumber)?.country ?? null);
}
