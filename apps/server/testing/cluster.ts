/** Shared by the setup of the run and the test files it serves. */
export interface ClusterConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export const templateDatabase = 'parley_template';

/** Long enough to pass the check of AUTH_SECRET. */
export const testSecret = 'a secret of forty characters for testing';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: ClusterConnection;
  }
}
