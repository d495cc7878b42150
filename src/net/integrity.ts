/**
 * Subresource integrity: whether bytes are the ones that a page expects.
 *
 * In:  bytes and the text of an integrity attribute. Out: whether one of its strongest hashes is theirs. Text without any
 * known hash allows everything.
 *
 * SRI 2 §3.3 https://w3c.github.io/webappsec-subresource-integrity/
 */
import { createHash } from 'node:crypto';

/** Weakest first. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'];

export function hasIntegrity(bytes: Uint8Array, metadata: string): boolean {
  const hashes = metadata
    .trim()
    .split(/\s+/)
    .map((word) => /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\?.*)?$/.exec(word))
    .filter((match) => match !== null)
    .map(([, algorithm = '', value = '']) => ({ algorithm, value: Buffer.from(value, 'base64') }));
  const strongest = Math.max(...hashes.map(({ algorithm }) => ALGORITHMS.indexOf(algorithm)));
  const wanted = hashes.filter(({ algorithm }) => ALGORITHMS.indexOf(algorithm) === strongest);
  if (wanted.length === 0) return true;
  const actual = createHash(ALGORITHMS[strongest]!).update(bytes).digest();
  return wanted.some(({ value }) => value.equals(actual));
}
