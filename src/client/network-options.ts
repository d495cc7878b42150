/**
 * What a session can be told about its network. docs/network.md has more about each.
 */

/** Kinds of resources, for `block.types`. */
export type ResourceType =
  | 'document'
  | 'style'
  | 'script'
  | 'image'
  | 'font'
  | 'media'
  | 'fetch'
  | 'beacon'
  | 'websocket'
  | 'sourcemap'
  | 'favicon';

export interface BlockOptions {
  /** Kinds of resources that are not fetched: font, media, sourcemap and favicon when not given. */
  readonly types?: readonly ResourceType[];
  /** Entries besides those of the list: hosts, or rules as EasyList has them. `@@` lets something through. */
  readonly add?: readonly string[];
  /** Entries of the lists that do not count, as they stand there. */
  readonly remove?: readonly string[];
  /** Files with further lists, in the syntax of EasyList or of a hosts file. */
  readonly lists?: readonly string[];
  /** A file in place of the list that comes with agentbrowser; `false` for none. */
  readonly list?: string | false;
}

export interface ProxyOptions {
  /** `http://`, `https://`, `socks5://` or `residential://`, with `user:password@` where it is needed. */
  readonly servers: readonly string[];
  /** A new one with each request or each page, or 'sticky', the default: a site keeps its proxy until that fails. */
  readonly rotate?: 'request' | 'page' | 'sticky';
  /** Hosts that are asked directly. */
  readonly bypass?: readonly string[];
  /**
   * Where the proxies are: two letters such as 'DE', or an `https://` address of yours that answers with them and is asked
   * through the proxy, or 'auto', which looks up the servers' own addresses in a database on this machine. The session's time
   * zone and languages follow it.
   */
  readonly country?: string;
  /** For 'auto': files with rows `first,last,country`, in place of the package @ip-location-db/asn-country. */
  readonly countryFiles?: readonly string[];
}

export interface NetworkOptions {
  /** Hosts that may be asked at all, by you and by pages. A name covers what is below it. */
  readonly allowedHosts?: readonly string[];
  /** Hosts that are never asked. */
  readonly blockedHosts?: readonly string[];
  /**
   * Hosts in private networks and on this machine. 'named', the default: those that you give to `goto()`, for pages of
   * such hosts. 'all': pages of private networks reach everything that is as private. 'none': not even you.
   */
  readonly privateHosts?: 'named' | 'all' | 'none';
  /** What pages ask for in vain: ads, trackers, fonts, media. `false` lets everything through. */
  readonly block?: boolean | BlockOptions;
  /** One proxy, several, or several with a way to use them. */
  readonly proxy?: string | readonly string[] | ProxyOptions;
  /** What Date and Intl of pages go by, such as 'Europe/Berlin'. Without it that of the proxy's country, or UTC. */
  readonly timeZone?: string;
  /**
   * What pages and servers are told, the best first, such as ['de-DE', 'de', 'en']. Without it those of the proxy's country,
   * or American English.
   */
  readonly languages?: readonly string[];
  /** 'chrome' connects as Chrome does, with its TLS and HTTP/2. Needs the optional package wreq-js. */
  readonly identity?: 'chrome';
  /** Whether robots.txt is obeyed: as 'agentbrowser', or under the name that is given. */
  readonly robots?: boolean | string;
  /** A HAR file that the session's exchanges are written to when it ends, without secrets. */
  readonly record?: string;
  /** A HAR file that is read in place of the network. */
  readonly replay?: string;
  /** The folder that files are saved to; without one they are errors. */
  readonly downloads?: string;
  /** `false` asks for everything anew. */
  readonly cache?: boolean;
  /** Whether sites get their cookies inside pages of other sites. 'allow' when not given, as browsers have it. */
  readonly thirdPartyCookies?: 'allow' | 'block';
}
