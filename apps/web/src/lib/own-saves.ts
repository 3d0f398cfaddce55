/** The last revision of each draft that this page has sent. */
const sent = new Map<string, number>();

/** Before a draft is sent: the revision that it will have. */
export function rememberOwnSave(agentId: string, revision: number): void {
  sent.set(agentId, revision);
}

/** When it is not known whether the draft has arrived. */
export function forgetOwnSave(agentId: string): void {
  sent.delete(agentId);
}

/**
 * Whether a change up to this revision is known without asking: it was saved here, or by somebody before, and then the
 * server answers the own save with it.
 */
export function isOwnSave(agentId: string, revision: number): boolean {
  return revision <= (sent.get(agentId) ?? 0);
}
