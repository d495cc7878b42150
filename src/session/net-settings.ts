/**
 * A session's network, from what its user chose.
 *
 * In:  settings. Out: the parts of its fetcher: a transport, directly or through proxies, or a recording in its place; the
 * cache and the recorder around it; and the rules that every request has to pass.
 */
import { readFileSync } from 'node:fs';
import { AgentBrowserError } from '../errors.ts';
import { Blocker, type BlockOptions } from '../net/blocker.ts';
import { CHROME_VERSION, ChromeTransport } from '../net/chrome-transport.ts';
import { CookieJar } from '../net/cookie-jar.ts';
import type { Fetcher, FetcherParts, RequestGuard } from '../net/fetch.ts';
import { systemResolver } from '../net/guarded-connect.ts';
import type { Redact } from '../net/har.ts';
import { CachingTransport } from '../net/http-cache.ts';
import { HttpTransport } from '../net/http-transport.ts';
import { rememberNames } from '../net/name-cache.ts';
import type { ProxyOptions } from '../net/proxy.ts';
import { Reach, type ReachOptions } from '../net/reach.ts';
import { RecordingTransport } from '../net/record.ts';
import { ReplayTransport } from '../net/replay.ts';
import { RobotsGuard } from '../net/robots.ts';
import { Traffic, type TrafficReport } from '../net/traffic.ts';
import type { Transport } from '../net/transport.ts';
import type { DownloadFolder } from './download-folder.ts';

export interface NetworkSettings extends ReachOptions {
  /** What pages ask for in vain: ads, trackers, fonts, media. `false` lets everything through. */
  readonly block?: boolean | BlockOptions | undefined;
  /** One proxy, several, or several with a way to use them. */
  readonly proxy?: string | readonly string[] | ProxyOptions | undefined;
  /** How connections look; plain Node's when it is not given. */
  readonly identity?: 'chrome' | undefined;
  /** Whether robots.txt is obeyed, and under which name: `agentbrowser` for `true`. */
  readonly robots?: boolean | string | undefined;
  /** A HAR file that the session's exchanges are written to when it ends. */
  readonly record?: string | undefined;
  /** A HAR file that is read in place of the network. */
  readonly replay?: string | undefined;
  /** The folder that files are saved to; without one they are errors. */
  readonly downloads?: string | undefined;
  /** Whether answers are kept as HTTP allows it. They are, unless this is `false`. */
  readonly cache?: boolean | undefined;
  /** Whether sites get their cookies inside pages of other sites: as browsers have it, never, or partitioned ones only. */
  readonly thirdPartyCookies?: 'allow' | 'block' | undefined;
}

/** What a session has besides the settings. */
export interface NetworkPorts {
  /** Takes the session's secrets out of a text. */
  readonly redact?: Redact;
  /** In place of undici, for tests and for other ways to the network. */
  readonly transport?: Transport;
  readonly environment?: FetcherParts['environment'];
}

/** What the session's fetcher is made of. Some rules ask the network themselves, so they get hold of it later. */
export function networkParts(
  settings: NetworkSettings,
  fetcher: () => Fetcher,
  ports: NetworkPorts = {},
): FetcherParts {
  const traffic = new Traffic();
  const guards: RequestGuard[] = [];
  const { block = true, robots = false } = settings;
  if (block !== false) guards.push(new Blocker(block === true ? {} : block, traffic));
  if (robots !== false) guards.push(new RobotsGuard(robots === true ? 'agentbrowser' : robots, fetcher));
  return {
    transport: transportOf(settings, ports),
    cookies: new CookieJar(settings.thirdPartyCookies ?? 'allow'),
    reach: new Reach(settings),
    guards,
    traffic,
    ...(ports.environment === undefined ? {} : { environment: ports.environment }),
  };
}

/** The version of Chrome whose handshake the session's connections have; `undefined` where they have Node's. */
export function handshakeVersion({ identity }: NetworkSettings): number | undefined {
  return identity === 'chrome' ? CHROME_VERSION : undefined;
}

/** What a session's network has done so far. */
export interface NetworkReport extends TrafficReport {
  readonly downloads: readonly DownloadReport[];
}

export interface DownloadReport {
  readonly url: string;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export function networkReport(traffic: Traffic, downloads: DownloadFolder | null): NetworkReport {
  const saved = (downloads?.saved ?? []).map(({ url, path, name, type, bytes }) => ({
    url: url.href,
    path,
    name,
    type,
    bytes,
  }));
  return { ...traffic.report(), downloads: saved };
}

function transportOf({ proxy, identity, record, replay, cache }: NetworkSettings, ports: NetworkPorts): Transport {
  // A recording has its own answers for every time that something was asked.
  if (replay !== undefined && record !== undefined) {
    throw new AgentBrowserError('invalid_argument', 'A session either records or replays: leave record or replay out.');
  }
  if (replay !== undefined) return ReplayTransport.open(replay);
  const proxies = proxy === undefined ? null : proxyOptions(proxy);
  const options = { resolver: rememberNames(systemResolver), ...(proxies === null ? {} : { proxies }) };
  let transport =
    ports.transport ?? (identity === 'chrome' ? new ChromeTransport(options) : new HttpTransport(options));
  if (record !== undefined) transport = new RecordingTransport(transport, record, version(), ports.redact);
  return new CachingTransport(transport, { keeps: cache !== false });
}

function proxyOptions(proxy: NonNullable<NetworkSettings['proxy']>): ProxyOptions {
  if (typeof proxy === 'string') return { servers: [proxy] };
  return 'servers' in proxy ? proxy : { servers: proxy };
}

/** Of this package, two folders up in the sources and in what is built. */
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { version?: unknown }).version);
}
