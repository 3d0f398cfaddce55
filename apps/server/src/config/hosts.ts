import { isIP } from 'node:net';
import type { Environment } from './environment.ts';

/** Ollama, LM Studio, llama.cpp, vLLM. */
const usualModelPorts = [11_434, 1234, 8080, 8000] as const;

/** Hosts in private networks that people may enter, by name or address, with or without a port. */
export function readToolHosts(env: Environment): readonly string[] {
  const hosts = env.list('TOOL_HOSTS') ?? [];
  return hosts.flatMap((entry) => {
    const host = hostOf(entry);
    if (host !== null) return [host];
    env.fault(
      `TOOL_HOSTS lists hosts such as praxis.local or 192.168.1.20:8080, without https:// and without a path; "${entry}" is none.`,
    );
    return [];
  });
}

/** As a parsed address has it, so that both can be compared. */
function hostOf(entry: string): string | null {
  const text = isIP(entry) === 6 ? `[${entry}]` : entry;
  const url = /[/?#@*\s]/.test(text) ? null : URL.parse(`http://${text}`);
  if (!url || url.hostname === '') return null;
  // Port 80 is left out of a parsed address.
  const port = /:(\d+)$/.exec(text.replace(/^\[.*\]/, ''))?.[1];
  const bare = url.hostname.replace(/\.$/, '');
  return port === undefined ? bare.replace(/^\[|\]$/g, '') : `${bare}:${Number(port)}`;
}

/** Where model servers on this machine are looked for; none where that is switched off. */
export function readLocalModelPorts(env: Environment): readonly number[] {
  const entries = env.list('LOCAL_MODEL_PORTS');
  if (entries === null) return usualModelPorts;
  if (entries.length === 1 && entries[0] === 'off') return [];
  const ports = entries.map(Number);
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536) || ports.length > 16)
    env.fault('LOCAL_MODEL_PORTS lists up to 16 ports such as 11434,1234, or off.');
  return ports;
}
