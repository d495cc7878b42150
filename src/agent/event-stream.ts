/**
 * Server-sent events, as far as models' servers use them.
 *
 * In:  bytes of a body, cut anywhere. Out: the data of each event.
 *
 * HTML §9.2.6 https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
import { LIMITS } from '../limits.ts';
import { ModelFailure } from './model-failure.ts';

export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // An event carries a few characters of the answer in a frame of its own, which is many times as long.
    if (size > 50 * LIMITS.modelAnswerChars)
      throw new ModelFailure('bad_response', 'The answer of the model does not end.');
    line += decoder.decode(chunk, { stream: true });
    const lines = line.split(/\r\n|\n|\r(?!$)/);
    line = lines.pop()!;
    for (const each of lines) {
      if (each === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (each.startsWith('data:')) {
        data.push(each.slice(each[5] === ' ' ? 6 : 5));
      }
    }
  }
  // Many servers leave out the empty line after the last event.
  const rest = line.replace(/\r$/, '');
  if (rest.startsWith('data:')) data.push(rest.slice(rest[5] === ' ' ? 6 : 5));
  if (data.length > 0) yield data.join('\n');
}
