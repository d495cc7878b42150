/**
 * A part of something that is there whole.
 *
 * In:  what a Range header asks for, and how many bytes there are. Out: the first byte and the one behind the last; `null`
 * where it is not one part of these bytes: several parts, none of them, other units, or nothing that can be read.
 *
 * RFC 9110 §14.1.2 https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2
 */
export function byteRange(range: string, size: number): readonly [start: number, end: number] | null {
  const [, first, last] = /^[ \t]*bytes[ \t]*=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  // So many from the end on, or all where there are fewer.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start < end ? [start, end] : null;
}
