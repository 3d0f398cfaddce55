import * as z from 'zod';
import type { LocalModelServer } from '../../ports/local-models.ts';

/** Shown on screens and sent back to the server; anything else is not the name of a model. */
const modelName = z.string().regex(/^[\w./:@+-]{1,200}$/);
const mostModels = 100;

const list = <Entry extends z.ZodType>(entry: Entry) => z.array(z.unknown()).transform(validEntriesOf(entry));

function validEntriesOf<Entry extends z.ZodType>(entry: Entry) {
  return (entries: unknown[]): z.output<Entry>[] =>
    entries.slice(0, mostModels).flatMap((value) => {
      const read = entry.safeParse(value);
      return read.success ? [read.data] : [];
    });
}

/** `GET /v1/models`, which all of them answer. */
export const openAiModels = z.object({
  object: z.literal('list'),
  data: list(z.object({ id: modelName })).nullable(),
});

interface KnownServer {
  readonly server: LocalModelServer['server'];
  /** Only this server answers here, with something of this shape. */
  readonly path: string;
  readonly shape: z.ZodType;
  /** The models that do not write text, where the answer tells. */
  readonly notForText: (answer: unknown) => readonly string[];
}

const none = () => [];

const ollamaTags = z.object({
  models: list(
    z.object({ name: modelName, details: z.looseObject({ family: z.string().nullish() }).nullish() }),
  ).nullable(),
});

const lmStudioModels = z.object({
  data: list(z.object({ id: modelName, type: z.string() })),
});

export const knownServers: readonly KnownServer[] = [
  {
    server: 'ollama',
    path: '/api/tags',
    shape: ollamaTags,
    notForText: (answer) =>
      (ollamaTags.safeParse(answer).data?.models ?? [])
        .filter(({ details }) => /bert/i.test(details?.family ?? ''))
        .map(({ name }) => name),
  },
  {
    server: 'lm-studio',
    path: '/api/v0/models',
    shape: lmStudioModels,
    notForText: (answer) =>
      (lmStudioModels.safeParse(answer).data?.data ?? [])
        .filter(({ type }) => type !== 'llm' && type !== 'vlm')
        .map(({ id }) => id),
  },
  {
    server: 'llama.cpp',
    path: '/props',
    shape: z.looseObject({ default_generation_settings: z.looseObject({}) }),
    notForText: none,
  },
  { server: 'vllm', path: '/version', shape: z.object({ version: z.string().max(100) }), notForText: none },
];

/** By its name: servers that do not tell what a model is for have no other sign. */
export function isForText(name: string): boolean {
  return !/embed|rerank|whisper|(?:^|[/-])bge-/i.test(name);
}
