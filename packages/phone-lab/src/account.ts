/** The one account of a lab, with its credentials. */
export interface Account {
  sid: string;
  authToken: string;
  apiKeySid: string;
  apiKeySecret: string;
}
