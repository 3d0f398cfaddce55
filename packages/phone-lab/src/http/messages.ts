import type { IncomingMessage, ServerResponse } from 'node:http';

const longestBody = 262_144;

export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > longestBody) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendMedia(
  response: ServerResponse,
  media: { type: string; bytes: Buffer; breaks?: boolean },
): void {
  response.writeHead(200, {
    'Content-Type': media.type,
    'Content-Length': String(media.bytes.length),
    'Cache-Control': 'no-store',
  });
  if (!media.breaks) response.end(media.bytes);
  else response.write(media.bytes.subarray(0, media.bytes.length >> 1), () => response.socket?.destroy());
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    'X-Phone-Lab': 'a carrier on this machine, not Twilio',
    ...headers,
  });
  response.end(text);
}
