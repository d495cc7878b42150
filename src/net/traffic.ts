/**
 * What a session's network did, in numbers.
 */

/** What a resource is used as, for those who switch kinds of requests off. */
export const RESOURCE_TYPES = [
  'document',
  'style',
  'script',
  'image',
  'font',
  'media',
  'fetch',
  'beacon',
  'websocket',
  'sourcemap',
  'favicon',
] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

export interface TrafficReport {
  /** Exchanges, each redirect being one. */
  readonly requests: number;
  /** Exchanges that the session's cache answered. */
  readonly fromCache: number;
  /** Bytes of bodies as they came off the wire. */
  readonly bytes: number;
  /** Requests that were not made, by what they were for. */
  readonly blocked: Readonly<Record<string, number>>;
}

export class Traffic {
  requests = 0;
  fromCache = 0;
  bytes = 0;
  readonly #blocked = new Map<ResourceType, number>();

  block(type: ResourceType): void {
    this.#blocked.set(type, (this.#blocked.get(type) ?? 0) + 1);
  }

  report(): TrafficReport {
    const { requests, fromCache, bytes } = this;
    return { requests, fromCache, bytes, blocked: Object.fromEntries(this.#blocked) };
  }
}
