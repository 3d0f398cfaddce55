import type {
  AgentConfig,
  AgentVoice,
  ConfigProblem,
  DeploymentEngines,
  EditedAgent,
  SpeechWarning,
  VoiceEngine,
} from '@parley/contract';
import { createContext, useContext } from 'react';
import { withPlace } from '../config/places.ts';

type PathsOf<Fields> = {
  [Name in keyof Fields & string]: NonNullable<Fields[Name]> extends
    | readonly unknown[]
    | NonNullable<AgentVoice>
    ? Name
    : NonNullable<Fields[Name]> extends object
      ? `${Name}.${PathsOf<NonNullable<Fields[Name]>>}`
      : Name;
}[keyof Fields & string];

/** The path of a field or list of the config, such as `identity.persona`. */
export type FieldPath = PathsOf<AgentConfig>;

export type ValueAt<Path extends string, Fields = AgentConfig> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Fields
    ? ValueAt<Rest, NonNullable<Fields[Name]>>
    : never
  : Path extends keyof Fields
    ? Fields[Path]
    : never;

export interface Editor {
  agentId: string;
  config: AgentConfig;
  /** Changes what is typed; saved by itself. */
  change: (config: AgentConfig) => void;
  /** For viewers and operators, and for an archived agent. */
  readOnly: boolean;
  problems: readonly ConfigProblem[];
  /** What somebody should know and may publish all the same. */
  warnings: readonly SpeechWarning[];
  /** The engine that the agent uses: its own, or that of the deployment. */
  engine: VoiceEngine;
  engines: DeploymentEngines;
  organization: { name: string; timeZone: string };
  /** The version that calls run with; null before the first one. */
  published: EditedAgent['published'];
  /** Publishing was tried, so that what is missing is pointed out too. */
  strict: boolean;
}

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('useEditor needs an EditorProvider above it');
  return editor;
}

interface EditedField<Value> {
  value: Value;
  set: (value: Value) => void;
  error: string | null;
  readOnly: boolean;
}

export function useField<Path extends FieldPath>(path: Path): EditedField<ValueAt<Path>> {
  const { config, change, readOnly } = useEditor();
  const error = useProblem()(path);
  return {
    value: valueAt(config, path),
    set: (value) => change(withPlace(config, path, value)),
    error,
    readOnly,
  };
}

function valueAt<Path extends FieldPath>(config: AgentConfig, path: Path): ValueAt<Path> {
  const value = path
    .split('.')
    .reduce<unknown>((fields, name) => (fields as Record<string, unknown> | undefined)?.[name], config);
  return value as ValueAt<Path>;
}

/** What to show at a place. What is only missing is not pointed out before somebody tries to publish. */
export function useProblem(): (path: string) => string | null {
  const { problems, strict } = useEditor();
  return (path) =>
    problems.find((problem) => problem.path === path && (strict || !problem.code.endsWith('_missing')))
      ?.sentence ?? null;
}

export function useWarning(): (path: string) => string | null {
  const { warnings } = useEditor();
  return (path) => {
    const found = warnings.filter((warning) => warning.path === path);
    return found.length === 0 ? null : found.map(({ sentence }) => sentence).join(' ');
  };
}
