/** The secrets that headers of tools name. Read anew for each request: one that was changed counts for the next. */
export interface ToolSecrets {
  read(tenantId: string, name: string): Promise<ToolSecretReading>;
}

export type ToolSecretReading =
  | { readonly ok: true; readonly value: string }
  /** What to do about it; it names the secret. `passing`: there is nothing to do, and it may be read a moment later. */
  | { readonly ok: false; readonly problem: string; readonly passing?: boolean };
