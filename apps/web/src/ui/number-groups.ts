/** Calling codes of two digits; those of one digit are 1 and 7, all others have three. */
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * A number in international format in groups to read it by: the calling code, then threes. The real groups differ from
 * country to country and town to town; to know them all would cost more than it helps.
 */
export function numberGroups(number: string): string[] {
  const digits = /^\+([0-9]{7,15})$/.exec(number)?.[1];
  if (digits === undefined) return [number];
  const codeLength = /^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3;
  return [`+${digits.slice(0, codeLength)}`, ...inThrees(digits.slice(codeLength))];
}

/** The last group takes what is left: two to four digits, never one alone. */
function inThrees(digits: string): string[] {
  if (digits.length <= 4) return [digits];
  return [digits.slice(0, 3), ...inThrees(digits.slice(3))];
}
