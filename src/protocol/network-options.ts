/**
 * What a session can be told about its network, and what it tells about it: schemas for the table of methods.
 */
import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { RESOURCE_TYPES } from '../resource-types.ts';

const resourceType = z.enum(RESOURCE_TYPES);

const hosts = z.array(z.string().min(1).max(300)).max(10_000).readonly();
const path = z.string().min(1).max(4_096);
const entries = z.array(z.string().min(1).max(4_000)).max(100_000).readonly();
const proxyUrl = z.string().min(1).max(2_000);
const proxyUrls = z.array(proxyUrl).min(1).max(10_000).readonly();

const blockOptions = z.strictObject({
  types: z.array(resourceType).readonly().optional().describe('Kinds of resources that are not fetched'),
  add: entries.optional().describe('Further entries: hosts, or rules as EasyList has them'),
  remove: entries.optional().describe('Entries of the lists that do not count'),
  lists: z.array(path).max(100).readonly().optional().describe('Files with further lists'),
  list: z
    .union([path, z.literal(false)])
    .optional()
    .describe('A file in place of the built-in list, or false'),
});

const proxyOptions = z.strictObject({
  servers: proxyUrls,
  rotate: z.enum(['request', 'page', 'sticky']).optional().describe('sticky is the default: a site keeps its proxy'),
  bypass: hosts.optional().describe('Hosts that are asked directly'),
  country: z
    .string()
    .min(2)
    .max(2_000)
    .optional()
    .describe("Time zone and languages follow it: two letters, an address of yours that answers with them, or 'auto'"),
  countryFiles: z.array(path).min(1).max(10).readonly().optional().describe("Files with countries, for 'auto'"),
});

export const networkOptions = {
  allowedHosts: hosts.optional().describe('Only these hosts may be asked; a name covers what is below it'),
  blockedHosts: hosts.optional().describe('These hosts are never asked'),
  privateHosts: z
    .enum(['named', 'all', 'none'])
    .optional()
    .describe('Hosts in private networks: those that goto() named (the default), all for pages of such hosts, or none'),
  block: z
    .union([z.boolean(), blockOptions])
    .optional()
    .describe('Ads, trackers, fonts and media are not fetched unless false'),
  proxy: z.union([proxyUrl, proxyUrls, proxyOptions]).optional().describe('http, https, socks5 or residential URLs'),
  timeZone: z.string().min(1).max(100).optional().describe("Such as 'Europe/Berlin'"),
  languages: z.array(z.string().min(1).max(40)).min(1).max(20).readonly().optional().describe('The best first'),
  identity: z.enum(['chrome']).optional().describe("'chrome' connects as Chrome does, with its TLS and HTTP/2"),
  robots: z
    .union([z.boolean(), z.string().min(1).max(100)])
    .optional()
    .describe('Obey robots.txt, under this name'),
  record: path.optional().describe('A HAR file to write when the session ends'),
  replay: path.optional().describe('A HAR file to read in place of the network'),
  downloads: path.optional().describe('The folder for files; without one they are errors'),
  cache: z.boolean().optional().describe('false asks for everything anew'),
  thirdPartyCookies: z.enum(['allow', 'block']).optional().describe('Cookies inside pages of other sites'),
};

export const networkReport = z.strictObject({
  requests: z.int().describe('Exchanges, each redirect being one'),
  fromCache: z.int().describe('Exchanges that the cache answered'),
  bytes: z.number().describe('Bytes of bodies off the wire'),
  blocked: z.record(z.string(), z.int()).describe('Requests that were not made, by kind'),
  downloads: z
    .array(
      z.strictObject({
        url: z.string().max(LIMITS.urlChars),
        path: z.string(),
        name: z.string(),
        type: z.string(),
        bytes: z.number(),
      }),
    )
    .readonly(),
});
