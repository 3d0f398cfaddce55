/** What a call keeps of its organization from its beginning on, in whichever of its sessions. */
export interface CallOrganization {
  /** Of this form. */
  readonly version: 1;
  readonly name: string;
  readonly timeZone: string;
  /** When the organization is open during the call, in milliseconds since 1970. */
  readonly open: readonly { readonly from: number; readonly until: number }[];
}
