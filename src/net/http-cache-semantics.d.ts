/**
 * The part of http-cache-semantics that http-cache.ts uses. The package has no types of its own.
 */
declare module 'http-cache-semantics' {
  interface CacheRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
  }
  interface CacheResponse {
    readonly status: number;
    readonly headers: Record<string, string>;
  }
  // biome-ignore lint/style/noDefaultExport: it is how the package gives it.
  export default class CachePolicy {
    constructor(request: CacheRequest, response: CacheResponse, options?: { readonly shared?: boolean });
    storable(): boolean;
    satisfiesWithoutRevalidation(request: CacheRequest): boolean;
    timeToLive(): number;
    revalidatedPolicy(
      request: CacheRequest,
      response: CacheResponse,
    ): { readonly policy: CachePolicy; readonly modified: boolean; readonly matches: boolean };
  }
}
