import type { ConnectedProvider } from '@parley/contract';
import type { OnTokens } from './language-model.ts';

/** Where a model is and how one is let in, as a person enters it. */
export interface ModelAccess {
  readonly provider: ConnectedProvider;
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly key: string | null;
}

/** Writes an object of a given form. */
export interface ObjectWriter {
  /** Throws ModelFailure; `unusable` where the answer does not have the form. */
  write(
    request: {
      readonly prompt: string;
      readonly material: string;
      readonly schema: ObjectSchema;
      /** Of the answer; left out, what a short form needs. */
      readonly maxTokens?: number;
      readonly onTokens?: OnTokens;
    },
    signal: AbortSignal,
  ): Promise<unknown>;
}

/** JSON Schema. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}
