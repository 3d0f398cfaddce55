import { toolNamePattern } from '../../ports/voice-tools.ts';
import { doNotCall } from './do-not-call.ts';
import { endCall } from './end-call.ts';
import { sendDigits } from './send-digits.ts';
import { speakLanguage } from './speak-language.ts';
import { transferCall } from './transfer-call.ts';
import type { OfferContext, VoiceTool } from './voice-tool.ts';

export const builtInTools: readonly VoiceTool[] = [
  endCall,
  doNotCall,
  sendDigits,
  transferCall,
  speakLanguage,
];

/** The tools of this server, for relay and media sessions alike. */
export class ToolRegistry {
  readonly all: readonly VoiceTool[];

  constructor(tools: readonly VoiceTool[]) {
    const names = tools.map(({ name }) => name);
    const bad = names.find((name, index) => !toolNamePattern.test(name) || names.indexOf(name) !== index);
    if (bad !== undefined)
      throw new Error(`A tool cannot be called '${bad}', or there are two of that name.`);
    this.all = tools;
  }

  /** The tools that a call is offered. */
  offeredOn(call: OfferContext): readonly VoiceTool[] {
    return this.all.filter((tool) => tool.isOfferedOn(call)).map((tool) => tool.forCall?.(call) ?? tool);
  }
}
