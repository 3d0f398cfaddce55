/** Calling codes of two digits; those of one digit are 1 and 7, all others have three. */
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Splits an international number into groups for reading: the calling code, then groups of three. The real grouping
 * differs between countries and regions; the data for it would be too large for its use.
 */
export function numberGroups(number: string): string[] {
  const digits = /^\+([0-9]{7,15})$/.exec(number)?.[1];
  if (digits === undefined) return [number];
  const codeLength = /^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3;
  return [`+${digits.slice(0, codeLength)}`, ...inThrees(digits.slice(codeLength))];
}

/** The last group has two to four digits. */
function inThrees(digits: string): string[] {
  if (digits.length <= 4) return [digits];
  return [digits.slice(0, 3), ...inThrees(digits.slice(3))];
}
