/**
 * RTCIceCandidate: what the line of a candidate says.
 *
 * WebRTC §4.8.1 https://www.w3.org/TR/webrtc/#rtcicecandidate-interface, RFC 8839 §5.1 (candidate-attribute)
 */
import { asciiLower, indexOf, startsWith } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord } from '../window/lazy-interfaces.ts';
import { type Args, dictionaryOf } from './answers.ts';

const WHERE = "Failed to construct 'RTCIceCandidate': ";
const NOTHING_READ = {
  foundation: null,
  component: null,
  priority: null,
  address: null,
  protocol: null,
  port: null,
  type: null,
  tcpType: null,
  relatedAddress: null,
  relatedPort: null,
};

/** "candidate:foundation component transport priority address port typ type", and names with values behind it. */
function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  const words = line.split(' ');
  const [first = '', component = '', transport = '', priority = '', address = '', port = '', typ, type = ''] = words;
  const protocol = asciiLower(transport);
  const isWhole =
    startsWith(first, 'candidate:') &&
    (component === '1' || component === '2') &&
    (protocol === 'udp' || protocol === 'tcp') &&
    /^\d{1,10}$/.test(priority) &&
    /^\d{1,5}$/.test(port) &&
    typ === 'typ' &&
    /^(?:host|srflx|prflx|relay)$/.test(type);
  if (!isWhole) return NOTHING_READ;
  const more: Record<string, string> = { __proto__: null as never };
  for (let at = 8; at + 1 < words.length; at += 2) more[words[at]!] = words[at + 1]!;
  const shown = (text: string): string => (indexOf(text, ':') >= 0 ? `[${text}]` : text);
  return {
    foundation: first.slice('candidate:'.length),
    component: component === '1' ? 'rtp' : 'rtcp',
    priority: Number(priority),
    address: shown(address),
    protocol,
    port: Number(port),
    type,
    tcpType: protocol === 'tcp' ? (more['tcptype'] ?? null) : null,
    relatedAddress: more['raddr'] === undefined ? null : shown(more['raddr']),
    relatedPort: more['rport'] === undefined ? null : Number(more['rport']),
  };
}

const textOrNull = (value: unknown): string | null => (value === undefined || value === null ? null : `${value}`);

export function installIceCandidates(): void {
  const define = (): void =>
    defineBehaviour('RTCIceCandidate', {
      construct: (args: Args): LiveRecord => {
        const given = dictionaryOf(args[0], WHERE, 'RTCIceCandidateInit');
        const sdpMid = textOrNull(given['sdpMid']);
        const line = given['sdpMLineIndex'];
        const sdpMLineIndex = line === undefined || line === null ? null : Number(line) & 0xff_ff;
        if (sdpMid === null && sdpMLineIndex === null) {
          throw new TypeError(`${WHERE}sdpMid and sdpMLineIndex are both null.`);
        }
        const candidate = given['candidate'] === undefined ? '' : `${given['candidate']}`;
        const usernameFragment = textOrNull(given['usernameFragment']);
        const fields = fieldsOf(candidate);
        return { candidate, sdpMid, sdpMLineIndex, ...fields, usernameFragment, relayProtocol: null, url: null };
      },
      toJSON(this: LiveRecord) {
        const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = this;
        const json: Record<string, unknown> = { candidate, sdpMid: sdpMid ?? '' };
        if (sdpMLineIndex !== null) json['sdpMLineIndex'] = sdpMLineIndex;
        json['usernameFragment'] = usernameFragment ?? '';
        return json;
      },
    });
  defineLater('RTCIceCandidate', define);
}
