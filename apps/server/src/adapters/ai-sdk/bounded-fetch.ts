import { ModelFailure, wireLimits } from '../../ports/language-model.ts';

/** The SDK buffers a line until it is complete and a body until it ends, so both are bounded before they reach it. */
export function boundedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(bounds(isStream ? wireLimits.lineBytes : wireLimits.answerBytes));
    return new Response(body, { status, statusText, headers });
  };
}

const newline = 10;

function bounds(lineBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      const end = chunk.lastIndexOf(newline);
      line = end < 0 ? line + chunk.length : chunk.length - end - 1;
      if (received <= wireLimits.answerBytes && line <= lineBytes) controller.enqueue(chunk);
      else controller.error(new ModelFailure('unusable', 'The model sent an answer without end.'));
    },
  });
}
