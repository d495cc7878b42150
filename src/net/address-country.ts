/**
 * The country that an address is registered in, from files on this machine. Nobody is asked.
 *
 * In:  the servers of proxies, and files with rows `first,last,country`, sorted by address, as ip-location-db has them:
 *      addresses as they are written or as numbers, of either family.
 * Out: two letters, or an error that says what to do instead.
 *
 * One look-up reads about twenty rows: a file is searched where it lies in memory, and let go again.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { AgentBrowserError } from '../errors.ts';
import { addressNumber, addressSpaceOf } from './address.ts';
import { type Resolver, systemResolver } from './guarded-connect.ts';
import { networkError } from './network-error.ts';
import { type ProxyServer, proxyName } from './proxy.ts';

/** An optional package: whoever writes a country, or has files of their own, does without it. */
const PACKAGE = '@ip-location-db/asn-country';

const INSTEAD = "Write the country's two letters in place of 'auto'.";

/** All proxies have to be in one country: a session has one time zone. */
export async function countryOfProxies(
  proxies: readonly ProxyServer[],
  files: readonly string[] = packageFiles(),
  resolver: Resolver = systemResolver,
): Promise<string> {
  const tables = await Promise.all(files.map(readTable));
  const found = new Map<string, ProxyServer>();
  for (const proxy of proxies) found.set(countryOf(proxy, await addressesOf(proxy, resolver), tables), proxy);
  const [first, second] = found.keys() as Iterable<string> as [string, string | undefined];
  if (second === undefined) return first;
  const places = [...found].slice(0, 5).map(([country, proxy]) => `${proxyName(proxy)} in ${country}`);
  throw invalid(`The proxies are in several countries: ${places.join(', ')}. Use those of one, or write one country.`);
}

/** The resolver's first address that a table knows: it is also the first that a connection tries. */
function countryOf(proxy: ProxyServer, addresses: readonly string[], tables: readonly Table[]): string {
  const open = addresses.filter((address) => addressSpaceOf(address) === 'public');
  if (open.length === 0) {
    throw invalid(`${proxyName(proxy)} has a private address, which is in no country. ${INSTEAD}`);
  }
  for (const address of open) {
    for (const table of tables) {
      const country = table.find(addressNumber(address));
      if (country !== null) return country;
    }
  }
  throw invalid(`The address of ${proxyName(proxy)} is in none of the files with countries. ${INSTEAD}`);
}

function addressesOf(proxy: ProxyServer, resolver: Resolver): Promise<readonly string[]> {
  if (isIP(proxy.hostname) !== 0) return Promise.resolve([proxy.hostname]);
  return new Promise((resolve, reject) => {
    resolver(proxy.hostname, {}, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(networkError(error, new URL(`http://${proxy.hostname}:${proxy.port}/`)));
    });
  });
}

function packageFiles(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  try {
    return ['ipv4', 'ipv6'].map((family) => resolve(`${PACKAGE}/asn-country-${family}.csv`));
  } catch (cause) {
    throw new AgentBrowserError(
      'unsupported_runtime',
      `proxy.country: 'auto' needs data. Give files of yours as proxy.countryFiles, or install the package: npm install ${PACKAGE}`,
      { cause },
    );
  }
}

async function readTable(file: string): Promise<Table> {
  try {
    return new Table(file, await readFile(file));
  } catch (cause) {
    throw invalid(`proxy.countryFiles: '${file}' cannot be read. Check its path.`, cause);
  }
}

/** Both families are on one line of numbers: public addresses of IPv6 are far above those of IPv4. */
class Table {
  readonly #file: string;
  readonly #bytes: Buffer;

  constructor(file: string, bytes: Buffer) {
    this.#file = file;
    this.#bytes = bytes;
  }

  find(address: bigint): string | null {
    let low = 0;
    let high = this.#bytes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const before = middle === 0 ? -1 : this.#bytes.lastIndexOf(0x0a, middle - 1);
      const after = this.#bytes.indexOf(0x0a, middle);
      const from = before + 1;
      const to = after < 0 ? this.#bytes.length : after;
      const { first, last, country } = this.#row(from, to);
      if (address < first) high = from;
      else if (address > last) low = to + 1;
      else return country;
    }
    return null;
  }

  #row(from: number, to: number): { first: bigint; last: bigint; country: string } {
    const [start = '', end = '', country = ''] = this.#bytes.toString('latin1', from, to).trim().split(',');
    if (isAddress(start) && isAddress(end) && /^[A-Z]{2}$/.test(country)) {
      return { first: numberIn(start), last: numberIn(end), country };
    }
    throw invalid(`A row of '${this.#file}' is not 'first,last,country', such as '1.0.0.0,1.0.0.255,AU'.`);
  }
}

function isAddress(text: string): boolean {
  return /^\d{1,39}$/.test(text) || isIP(text) !== 0;
}

function numberIn(text: string): bigint {
  return isIP(text) === 0 ? BigInt(text) : addressNumber(text);
}

function invalid(message: string, cause?: unknown): AgentBrowserError {
  return new AgentBrowserError('invalid_argument', message, cause === undefined ? {} : { cause });
}
