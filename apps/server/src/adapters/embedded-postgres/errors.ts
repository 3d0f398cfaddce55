/** A failure of the embedded database, with a message for the person who starts the server. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another server uses the data folder. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override name = 'DataFolderInUseError';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(
      `Another Parley server is already using the data folder ${dataDir}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
    this.dataDir = dataDir;
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
