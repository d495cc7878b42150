/**
 * RTCPeerConnection on a machine that shows no address: offers are made, and nobody is ever reached.
 *
 * Pretended: no socket is opened and no address is told, neither of this machine nor of the proxy. Gathering ends at once
 * without a candidate, as in a Chrome whose policy is to send nothing past the proxy.
 *
 * WebRTC §4.4 https://www.w3.org/TR/webrtc/#rtcpeerconnection-interface, JSEP (RFC 9429) §5.2
 */
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { promised, resolvedWith } from '../network/promises.ts';
import { defineBehaviour, type LiveRecord, lazyEvent, liveObject, liveRecord } from './lazy-interfaces.ts';

type Args = ArrayLike<unknown>;

const HEX = '0123456789ABCDEF';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/';
const { floor, random } = Math;

function drawn(alphabet: string, count: number): string {
  let text = '';
  for (let at = 0; at < count; at++) text += alphabet[floor(random() * alphabet.length)];
  return text;
}

/** A session that describes a channel for data, where there is one. */
function sessionText(record: LiveRecord): string {
  const id = `${floor(random() * 9e9) + 1e9}${floor(random() * 9e8) + 1e8}`;
  let fingerprint = drawn(HEX, 2);
  for (let at = 1; at < 32; at++) fingerprint += `:${drawn(HEX, 2)}`;
  const start = `v=0\r\no=- ${id} 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n`;
  if (record['%hasChannel'] !== true) return `${start}a=extmap-allow-mixed\r\na=msid-semantic: WMS\r\n`;
  return (
    `${start}a=group:BUNDLE 0\r\na=extmap-allow-mixed\r\na=msid-semantic: WMS\r\n` +
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n' +
    `a=ice-ufrag:${drawn(LETTERS, 4)}\r\na=ice-pwd:${drawn(LETTERS, 24)}\r\na=ice-options:trickle\r\n` +
    `a=fingerprint:sha-256 ${fingerprint}\r\na=setup:actpass\r\na=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n`
  );
}

function description(type: string) {
  return function (this: LiveRecord): Promise<object> {
    return promised(() => {
      refuseClosed(this);
      return liveObject('RTCSessionDescription', { type, sdp: sessionText(this) });
    });
  };
}

function refuseClosed(record: LiveRecord): void {
  if (record['signalingState'] !== 'closed') return;
  throw domException('InvalidStateError', "The RTCPeerConnection's signalingState is 'closed'.");
}

function setGathering(record: LiveRecord, self: object, state: string): void {
  record['iceGatheringState'] = state;
  dispatchTrusted(self, createEvent('Event', 'icegatheringstatechange'));
}

function setLocal(this: LiveRecord, args: Args, self: object): Promise<undefined> {
  return promised(() => {
    refuseClosed(this);
    const given = (args[0] ?? {}) as { readonly type?: unknown; readonly sdp?: unknown };
    const values = { type: `${given.type ?? 'offer'}`, sdp: `${given.sdp ?? sessionText(this)}` };
    const local = liveObject('RTCSessionDescription', values);
    this['localDescription'] = local;
    this['pendingLocalDescription'] = local;
    this['signalingState'] = 'have-local-offer';
    queueTask(() => {
      dispatchTrusted(self, createEvent('Event', 'signalingstatechange'));
      if (this['%hasChannel'] !== true) return;
      setGathering(this, self, 'gathering');
      queueTask(() => {
        setGathering(this, self, 'complete');
        dispatchTrusted(self, lazyEvent('RTCPeerConnectionIceEvent', 'icecandidate', { candidate: null }));
      });
    });
    return undefined;
  });
}

function makeChannel(this: LiveRecord, args: Args): object {
  refuseClosed(this);
  this['%hasChannel'] = true;
  return liveObject('RTCDataChannel', {
    label: `${args[0]}`,
    ordered: true,
    maxPacketLifeTime: null,
    maxRetransmits: null,
    protocol: '',
    negotiated: false,
    id: null,
    readyState: 'connecting',
    bufferedAmount: 0,
    bufferedAmountLowThreshold: 0,
    binaryType: 'arraybuffer',
    priority: 'low',
    reliable: true,
  });
}

const INITIAL = {
  localDescription: null,
  currentLocalDescription: null,
  pendingLocalDescription: null,
  remoteDescription: null,
  currentRemoteDescription: null,
  pendingRemoteDescription: null,
  signalingState: 'stable',
  iceGatheringState: 'new',
  iceConnectionState: 'new',
  connectionState: 'new',
  canTrickleIceCandidates: null,
  sctp: null,
};

export function definePeerConnections(): void {
  const none = (): object[] => [];
  defineBehaviour('RTCPeerConnection', {
    construct: (): LiveRecord => ({ ...INITIAL }),
    createDataChannel: makeChannel,
    createOffer: description('offer'),
    createAnswer: description('answer'),
    setLocalDescription: setLocal,
    setRemoteDescription: () => resolvedWith(undefined),
    addIceCandidate: () => resolvedWith(undefined),
    getStats: () => resolvedWith(liveObject('RTCStatsReport')),
    getConfiguration: () => ({ iceServers: [], iceTransportPolicy: 'all', bundlePolicy: 'balanced' }),
    getSenders: none,
    getReceivers: none,
    getTransceivers: none,
    getLocalStreams: none,
    getRemoteStreams: none,
    close(this: LiveRecord): undefined {
      for (const name of ['signalingState', 'iceConnectionState', 'connectionState']) this[name] = 'closed';
      return undefined;
    },
  });
  defineBehaviour('RTCSessionDescription', {
    construct: (args: Args): LiveRecord => {
      const { type = null, sdp = '' } = (args[0] ?? {}) as Record<string, unknown>;
      return { type, sdp: `${sdp}` };
    },
    toJSON: (_args: Args, self: object) => {
      const { type, sdp } = liveRecord(self, 'RTCSessionDescription')!;
      return { type, sdp };
    },
  });
  defineBehaviour('RTCDataChannel', {});
  defineBehaviour('RTCStatsReport', { size: 0, get: () => undefined, has: () => false });
}
