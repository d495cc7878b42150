/**
 * What a resource is used as, for those who switch kinds of requests off.
 */
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
