/**
 * The Spatial DOM as schemas, for doors that describe or check what they send.
 *
 * The types belong to spatial/spatial-dom.ts. The last lines fail to compile when the two drift apart.
 */
import { z } from 'zod';
import type { SpatialChange, SpatialDelta, SpatialDom, SpatialElement } from '../spatial/spatial-dom.ts';

const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly();
const pair = z.tuple([z.number(), z.number()]).readonly();
const flag = z.literal(true);
const tristate = z.union([z.boolean(), z.literal('mixed')]);
const strings = z.array(z.string()).readonly();

const elementSchema = z.strictObject({
  id: z.int().describe('Names the element in actions, for the life of its document'),
  tag: z.string(),
  role: z.string().exactOptional(),
  text: z.string().exactOptional(),
  name: z.string().exactOptional().describe('Accessible name, where it differs from the text'),
  ph: z.string().exactOptional().describe('Placeholder'),
  val: z.string().exactOptional().describe('Current value'),
  href: z.string().exactOptional(),
  type: z.string().exactOptional(),
  level: z.number().exactOptional(),
  checked: tristate.exactOptional(),
  selected: z.boolean().exactOptional(),
  expanded: z.boolean().exactOptional(),
  pressed: tristate.exactOptional(),
  disabled: flag.exactOptional(),
  required: flag.exactOptional(),
  readonly: flag.exactOptional(),
  invalid: flag.exactOptional(),
  focused: flag.exactOptional(),
  current: z.string().exactOptional(),
  options: strings.exactOptional(),
  b: bounds.describe('[x, y, width, height] in CSS pixels of the page'),
});

export const spatialDomSchema = z.strictObject({
  url: z.string(),
  title: z.string(),
  vp: pair,
  scroll: pair,
  version: z.int(),
  els: z.array(elementSchema).readonly(),
});

const changeSchema = z.strictObject({
  id: z.int(),
  tag: z.string().nullable().exactOptional(),
  role: z.string().nullable().exactOptional(),
  text: z.string().nullable().exactOptional(),
  name: z.string().nullable().exactOptional(),
  ph: z.string().nullable().exactOptional(),
  val: z.string().nullable().exactOptional(),
  href: z.string().nullable().exactOptional(),
  type: z.string().nullable().exactOptional(),
  level: z.number().nullable().exactOptional(),
  checked: tristate.nullable().exactOptional(),
  selected: z.boolean().nullable().exactOptional(),
  expanded: z.boolean().nullable().exactOptional(),
  pressed: tristate.nullable().exactOptional(),
  disabled: flag.nullable().exactOptional(),
  required: flag.nullable().exactOptional(),
  readonly: flag.nullable().exactOptional(),
  invalid: flag.nullable().exactOptional(),
  focused: flag.nullable().exactOptional(),
  current: z.string().nullable().exactOptional(),
  options: strings.nullable().exactOptional(),
  b: bounds.nullable().exactOptional(),
});

export const spatialDeltaSchema = z.strictObject({
  delta: flag,
  from: z.int(),
  version: z.int(),
  url: z.string().exactOptional(),
  title: z.string().exactOptional(),
  vp: pair.exactOptional(),
  scroll: pair.exactOptional(),
  added: z.array(elementSchema).readonly().exactOptional(),
  changed: z.array(changeSchema).readonly().exactOptional(),
  removed: z.array(z.int()).readonly().exactOptional(),
  order: z.array(z.int()).readonly().exactOptional(),
});

/** Compiles only when each side can stand for the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
type Agreed = [
  Same<z.output<typeof elementSchema>, SpatialElement>,
  Same<z.output<typeof spatialDomSchema>, SpatialDom>,
  Same<z.output<typeof changeSchema>, SpatialChange>,
  Same<z.output<typeof spatialDeltaSchema>, SpatialDelta>,
];
export const SCHEMAS_AGREE: Agreed = [true, true, true, true];
