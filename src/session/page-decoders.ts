/**
 * Decoding of text in encodings other than UTF-8, for pages.
 *
 * In:  `id\nlabel\nflags\nbytes`, where each byte is one character; flags are `f` for fatal, `b` to keep the byte order
 * mark, `s` when more follows. Out: `+` and the text, or empty when the bytes are not valid or the label is not known.
 *
 * Encoding §7.2 https://encoding.spec.whatwg.org/#interface-textdecoder
 */

import { type Decoder, textDecoder } from '../net/charset.ts';

/** Decoders in the middle of a text, by the page's number for them. */
export type PageDecoders = Map<string, Decoder>;

/** Decoders of one document that may be in the middle of a text; older ones begin anew. */
const MAX_DECODERS = 100;

export function decodeForPage(payload: string, decoders: PageDecoders): string {
  const [id = '', label = '', flags = ''] = payload.split('\n', 3);
  const bytes = Buffer.from(payload.slice(id.length + label.length + flags.length + 3), 'latin1');
  try {
    const options = { fatal: flags.includes('f'), ignoreBOM: flags.includes('b') };
    const decoder = decoders.get(id) ?? textDecoder(label, options);
    const isStream = flags.includes('s');
    if (isStream && decoders.size >= MAX_DECODERS) decoders.clear();
    if (isStream) decoders.set(id, decoder);
    else decoders.delete(id);
    return `+${decoder.decode(bytes, { stream: isStream })}`;
  } catch {
    // Not valid in this encoding, or no encoding at all: that is the answer.
    decoders.delete(id);
    return '';
  }
}
