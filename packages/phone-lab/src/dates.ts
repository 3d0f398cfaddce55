/** `Tue, 13 Oct 2026 10:00:00 +0000`, the date form of Twilio's REST API and callbacks. */
export function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000');
}

export function rfc2822OrNull(at: number | null): string | null {
  return at === null ? null : rfc2822(at);
}
