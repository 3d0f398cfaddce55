/** A server of language models on this machine. */
export interface LocalModelServer {
  readonly server: 'ollama' | 'lm-studio' | 'llama.cpp' | 'vllm' | 'other';
  /** Where it speaks the OpenAI protocol. */
  readonly url: string;
  /** Those that write text. */
  readonly models: readonly string[];
}

export interface LocalModels {
  /** Looks at the ports where such servers usually are. Servers that are not there, or are something else, are left out. */
  find(): Promise<readonly LocalModelServer[]>;
  /** An address of this machine that `find` looks at, as `find` writes it, whatever answers there now; null for others. */
  addressOf(url: string): string | null;
  /** Whether a server answers there. */
  answers(url: string): Promise<boolean>;
}
