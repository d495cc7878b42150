/**
 * What a client looks like on the wire: JA4 of its TLS hello, and the first frames of its HTTP/2 connection.
 *
 * In:  bytes as a server receives them. Out: short texts that can be compared.
 *
 * JA4 https://github.com/FoxIO-LLC/ja4/blob/main/technical_details/JA4.md, HTTP/2 https://www.rfc-editor.org/rfc/rfc9113
 */
import { createHash } from 'node:crypto';

/** The whole first record of TLS; `null` while it is still coming. */
export function clientHello(bytes: Buffer): Buffer | null {
  if (bytes.length < 5) return null;
  const length = bytes.readUInt16BE(3);
  return bytes.length < 5 + length ? null : bytes.subarray(5, 5 + length);
}

/** Values that clients make up so that servers do not get used to the real ones (RFC 8701). */
const isGrease = (value: number): boolean => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
const hex = (value: number): string => value.toString(16).padStart(4, '0');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const count = (list: readonly unknown[]): string => String(Math.min(list.length, 99)).padStart(2, '0');

export function ja4(hello: Buffer): string {
  // Handshake type and length, version, random.
  let at = 4 + 2 + 32;
  at += 1 + hello[at]!;
  const ciphersEnd = at + 2 + hello.readUInt16BE(at);
  const ciphers = numbers(hello.subarray(at + 2, ciphersEnd)).filter((each) => !isGrease(each));
  at = ciphersEnd + 1 + hello[ciphersEnd]!;
  const extensions = readExtensions(hello.subarray(at + 2));

  const kinds = [...extensions.keys()].filter((each) => !isGrease(each));
  const versions = numbers((extensions.get(0x2b) ?? Buffer.from([0])).subarray(1)).filter((each) => !isGrease(each));
  const version = Math.max(hello.readUInt16BE(4), ...versions) === 0x0304 ? '13' : '12';
  const alpn = extensions.get(0x10);
  const protocol = alpn === undefined ? '' : alpn.toString('latin1', 3, 3 + alpn[2]!);
  const first = protocol === '' ? '00' : protocol[0]! + protocol.at(-1)!;
  const algorithms = numbers((extensions.get(0x0d) ?? Buffer.alloc(2)).subarray(2)).filter((each) => !isGrease(each));

  const named = kinds.filter((each) => each !== 0x00 && each !== 0x10);
  const sorted = (list: readonly number[]) => list.map(hex).toSorted().join(',');
  const a = `t${version}${extensions.has(0) ? 'd' : 'i'}${count(ciphers)}${count(kinds)}${first}`;
  return `${a}_${hashOf(sorted(ciphers))}_${hashOf(`${sorted(named)}_${algorithms.map(hex).join(',')}`)}`;
}

function readExtensions(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

function numbers(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readUInt16BE(at * 2));
}

export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const SETTINGS = 4;
const WINDOW_UPDATE = 8;
const HEADERS = 1;
const PRIORITY = 2;

/** `settings|window update|priority frames|order of pseudo-headers`, as such fingerprints are written; `null` until whole. */
export function http2Fingerprint(bytes: Buffer): string | null {
  if (!bytes.toString('latin1', 0, PREFACE.length).startsWith(PREFACE)) return null;
  let settings = '';
  let window = '00';
  const priorities: string[] = [];
  for (let at = PREFACE.length; at + 9 <= bytes.length; ) {
    const length = bytes.readUIntBE(at, 3);
    const payload = bytes.subarray(at + 9, at + 9 + length);
    if (payload.length < length) return null;
    const flags = bytes[at + 4]!;
    switch (bytes[at + 3]) {
      case SETTINGS:
        if ((flags & 1) === 0) settings = settingsText(payload);
        break;
      case WINDOW_UPDATE:
        if (window === '00') window = String(payload.readUInt32BE() & 0x7fffffff);
        break;
      case PRIORITY:
        priorities.push(`${bytes.readUInt32BE(at + 5)}:${payload[4]! + 1}`);
        break;
      case HEADERS:
        return [settings, window, priorities.join(',') || '0', pseudoOrder(payload, flags)].join('|');
    }
    at += 9 + length;
  }
  return null;
}

function settingsText(payload: Buffer): string {
  const pairs: string[] = [];
  for (let at = 0; at + 6 <= payload.length; at += 6)
    pairs.push(`${payload.readUInt16BE(at)}:${payload.readUInt32BE(at + 2)}`);
  return pairs.join(';');
}

/** Pseudo-headers are in HPACK's static table, so their order can be read without decoding any text (RFC 7541 §6). */
function pseudoOrder(payload: Buffer, flags: number): string {
  let at = (flags & 8) === 0 ? 0 : 1;
  if ((flags & 32) !== 0) at += 5;
  const order: string[] = [];
  while (at < payload.length && order.length < 4) {
    const byte = payload[at]!;
    const isIndexed = (byte & 0x80) !== 0;
    const bits = isIndexed ? 7 : (byte & 0x40) !== 0 ? 6 : (byte & 0x20) !== 0 ? 5 : 4;
    const [index, next] = integer(payload, at, bits);
    at = next;
    if (!isIndexed && bits !== 5) {
      if (index === 0) break;
      const [length, text] = integer(payload, at, 7);
      at = text + length;
    }
    if (index >= 1 && index <= 7) order.push('_ammppss'[index]!);
    else if (bits !== 5) break;
  }
  return order.join(',');
}

function integer(bytes: Buffer, from: number, bits: number): [value: number, next: number] {
  const limit = (1 << bits) - 1;
  let value = bytes[from]! & limit;
  let at = from + 1;
  if (value < limit) return [value, at];
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    value += (byte & 127) << shift;
    if ((byte & 128) === 0) return [value, at];
  }
}
