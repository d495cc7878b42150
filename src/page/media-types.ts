/**
 * Which kinds of sound and video Chrome says that it can play.
 *
 * In:  a media type with its codecs. Out: '', 'maybe' or 'probably'; whether a MediaSource takes it.
 *
 * Pretended: nothing is played here. A page that asks is told what an ordinary Chrome says.
 *
 * HTML §4.8.11.3 (canPlayType), RFC 6381 (codecs), Media Source Extensions §3.1 (isTypeSupported)
 */
import { asciiLower, hasWord, startsWith, stringSlice, trim } from './primordials.ts';

/** Codecs that each container may hold; '*' where it needs none, so that Chrome is sure without. */
const CONTAINERS: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'video/mp4': 'avc aac av1 vp9 mp3 opus flac',
  'video/x-m4v': 'avc aac av1 vp9 mp3 opus flac',
  'video/3gpp': 'avc aac mp3',
  'video/webm': 'vp8 vp9 av1 opus vorbis',
  'video/x-matroska': 'avc aac av1 vp8 vp9 mp3 opus vorbis flac',
  'video/ogg': 'opus vorbis flac',
  'audio/mp4': 'aac mp3 opus flac',
  'audio/x-m4a': 'aac mp3 opus flac',
  'audio/webm': 'opus vorbis',
  'audio/ogg': 'opus vorbis flac',
  'application/ogg': 'opus vorbis flac',
  'audio/wav': 'pcm',
  'audio/x-wav': 'pcm',
  'audio/mpeg': '* mp3',
  'audio/mp3': '* mp3',
  'audio/aac': '* aac',
  'audio/flac': '* flac',
  'application/x-mpegurl': 'avc aac mp3',
  'application/vnd.apple.mpegurl': 'avc aac mp3',
  'audio/mpegurl': 'avc aac mp3',
  'audio/x-mpegurl': 'avc aac mp3',
};

/** What a MediaSource is fed with; those with '*' need no codecs. */
const STREAMED: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'video/mp4': 'avc aac av1 vp9 opus flac',
  'audio/mp4': 'aac opus flac',
  'video/webm': 'vp8 vp9 av1 opus vorbis',
  'audio/webm': 'opus vorbis',
  'video/mp2t': '* avc aac mp3',
  'audio/mpeg': '*',
  'audio/aac': '*',
};

/** The family of a codec, and whether its name says all that there is to know. */
function familyOf(codec: string): readonly [family: string, isWhole: boolean] | null {
  if (codec === 'avc1' || codec === 'avc3') return ['avc', false];
  if (/^avc[13]\.[\da-f]{6}$/i.test(codec)) return ['avc', true];
  if (/^mp4a\.(?:40\.(?:0?2|0?5|29|42)|6[678])$/i.test(codec)) return ['aac', true];
  if (codec === 'mp4a' || codec === 'mp4a.40') return ['aac', false];
  if (codec === 'mp3' || codec === 'mp4a.69' || codec === 'mp4a.6B' || codec === 'mp4a.6b') return ['mp3', true];
  if (/^av01\.[0-2]\.\d\d[MH]\.(?:08|10|12)/.test(codec)) return ['av1', true];
  if (codec === 'vp8' || codec === 'vp8.0') return ['vp8', true];
  if (codec === 'vp9' || codec === 'vp9.0' || /^vp09\.0[0-3]\.\d\d\.(?:08|10|12)/.test(codec)) return ['vp9', true];
  if (codec === 'opus' || codec === 'vorbis' || codec === 'flac') return [codec, true];
  return codec === '1' ? ['pcm', true] : null;
}

interface MediaType {
  readonly container: string;
  /** `null` when it does not say. */
  readonly codecs: readonly string[] | null;
}

function parsed(text: string): MediaType {
  const [first = '', ...parameters] = text.split(';');
  let codecs: string[] | null = null;
  for (const parameter of parameters) {
    const [name = '', ...value] = parameter.split('=');
    if (asciiLower(trim(name)) !== 'codecs') continue;
    const given = trim(value.join('='));
    const inside = startsWith(given, '"') ? stringSlice(given, 1, -1) : given;
    codecs = inside.split(',').map((codec) => trim(codec));
  }
  return { container: asciiLower(trim(first)), codecs };
}

/** What `canPlayType()` says. */
export function playability(type: string): '' | 'maybe' | 'probably' {
  const { container, codecs } = parsed(type);
  const held = CONTAINERS[container];
  if (held === undefined) return '';
  if (codecs === null) return hasWord(` ${held} `, '*') ? 'probably' : 'maybe';
  let isSure = true;
  for (const codec of codecs) {
    const family = familyOf(codec);
    if (family === null || !hasWord(` ${held} `, family[0])) return '';
    isSure &&= family[1];
  }
  return isSure ? 'probably' : 'maybe';
}

/** What `MediaSource.isTypeSupported()` says: only what is named in full. */
export function isStreamable(type: string): boolean {
  const { container, codecs } = parsed(type);
  const held = STREAMED[container];
  if (held === undefined) return false;
  if (codecs === null) return hasWord(` ${held} `, '*');
  return codecs.every((codec) => {
    const family = familyOf(codec);
    const isShort = codec === 'vp8.0' || codec === 'vp9.0' || codec === 'mp3';
    return family?.[1] === true && !isShort && hasWord(` ${held} `, family[0]);
  });
}

/** What `mediaCapabilities.decodingInfo()` says of one part of a file: it has one codec, which names its profile. */
export function isDecodable(type: string): boolean {
  const { codecs } = parsed(type);
  return playability(type) === 'probably' && codecs?.[0] !== 'vp9' && (codecs?.length ?? 1) === 1;
}
