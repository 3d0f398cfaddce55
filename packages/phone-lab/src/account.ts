/** The one account of a lab and what it signs in with. */
export interface Account {
  sid: string;
  authToken: string;
  apiKeySid: string;
  apiKeySecret: string;
}
