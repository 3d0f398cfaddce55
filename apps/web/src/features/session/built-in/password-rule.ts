/** The server checks this too; here it saves a round trip. */
export const passwordMinLength = 10;

export const passwordHint = `At least ${passwordMinLength} characters. A few words make a good one.`;
