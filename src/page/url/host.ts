/**
 * Hosts of URLs: domains, IPv4, IPv6, and opaque hosts.
 *
 * In:  the text between the slashes and the port. Out: the serialised host, or `null` when it is none.
 *
 * URL §3.5 https://url.spec.whatwg.org/#host-parsing
 */
import { C0_CONTROL_SET, percentDecodeText, percentEncodeText } from './percent-encoding.ts';
import { encodePunycode } from './punycode.ts';

const FORBIDDEN_HOST = /[\0\t\n\r #/:<>?@[\\\]^|]/;
/** C0 controls, "%" and DEL are forbidden in domains too. */
const FORBIDDEN_DOMAIN = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;

export function parseHost(input: string, isOpaque: boolean): string | null {
  if (input.startsWith('[')) {
    if (!input.endsWith(']')) return null;
    const address = parseIpv6(input.slice(1, -1));
    return address === null ? null : `[${serialiseIpv6(address)}]`;
  }
  if (isOpaque) return FORBIDDEN_HOST.test(input) ? null : percentEncodeText(input, C0_CONTROL_SET);

  const ascii = domainToAscii(percentDecodeText(input));
  if (ascii === null || ascii === '' || FORBIDDEN_DOMAIN.test(ascii)) return null;
  return endsInNumber(ascii) ? parseIpv4(ascii) : ascii;
}

/**
 * Differs: of UTS #46 only what real hosts need: NFKC, lower case, the dots that are none, ignored code points, those that
 * no name may have (what is no character, spaces, the mark of broken text) and Punycode; rarer ones are let through.
 */
function domainToAscii(domain: string): string | null {
  // Faster: nearly all hosts are plain ASCII.
  if (/^[\x21-\x7e]*$/.test(domain)) return domain.toLowerCase();
  const mapped = domain
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.');
  if (DISALLOWED.test(mapped)) return null;
  const labels: string[] = [];
  for (const label of mapped.split('.')) {
    if (/^[\0-\x7f]*$/.test(label)) {
      labels.push(label);
      continue;
    }
    const encoded = encodePunycode(label);
    if (encoded === null) return null;
    labels.push(`xn--${encoded}`);
  }
  return labels.join('.');
}

const DISALLOWED = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}\ufffc\ufffd]/u;

function endsInNumber(host: string): boolean {
  const parts = host.split('.');
  if (parts.at(-1) === '' && parts.length > 1) parts.pop();
  const last = parts.at(-1)!;
  return /^[0-9]+$/.test(last) || /^0x[0-9a-f]*$/i.test(last);
}

function parseIpv4(host: string): string | null {
  const parts = host.split('.');
  if (parts.at(-1) === '' && parts.length > 1) parts.pop();
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = parseIpv4Number(part);
    if (number === null) return null;
    numbers.push(number);
  }
  const last = numbers.pop()!;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null;
  let address = last;
  numbers.forEach((number, index) => {
    address += number * 256 ** (3 - index);
  });
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function parseIpv4Number(part: string): number | null {
  if (part === '') return null;
  const isHex = /^0x/i.test(part);
  const digits = isHex ? part.slice(2) : part.length > 1 && part.startsWith('0') ? part.slice(1) : part;
  const radix = isHex ? 16 : digits === part ? 10 : 8;
  if (digits === '') return 0;
  const allowed = radix === 16 ? /^[0-9a-f]+$/i : radix === 8 ? /^[0-7]+$/ : /^[0-9]+$/;
  return allowed.test(digits) ? Number.parseInt(digits, radix) : null;
}

/** Eight 16-bit pieces, or `null`. */
function parseIpv6(input: string): number[] | null {
  const halves = input.split('::');
  if (halves.length > 2) return null;
  const head = pieces(halves[0]!, halves.length === 1);
  if (head === null) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  const tail = pieces(halves[1]!, true);
  if (tail === null || head.length + tail.length > 7) return null;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function pieces(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return [];
  const result: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      result.push(Number.parseInt(part, 16));
    } else if (index === parts.length - 1 && mayEndInIpv4 && /^(?:(?:0|[1-9][0-9]{0,2})(?:\.(?!$)|$)){4}$/.test(part)) {
      const bytes = part.split('.').map(Number);
      if (bytes.some((byte) => byte > 255)) return null;
      result.push(bytes[0]! * 256 + bytes[1]!, bytes[2]! * 256 + bytes[3]!);
    } else return null;
  }
  return result;
}

function serialiseIpv6(address: readonly number[]): string {
  // The first longest run of two or more zero pieces is compressed.
  let start = -1;
  let length = 1;
  for (let at = 0; at < 8; at++) {
    let end = at;
    while (end < 8 && address[end] === 0) end++;
    if (end - at > length) {
      start = at;
      length = end - at;
    }
    if (end > at) at = end;
  }
  const hex = (from: number, to: number) =>
    address
      .slice(from, to)
      .map((piece) => piece.toString(16))
      .join(':');
  return start < 0 ? hex(0, 8) : `${hex(0, start)}::${hex(start + length, 8)}`;
}
