/**
 * The Spatial DOM as schemas, for doors that describe or check what they send.
 *
 * The types belong to spatial/spatial-dom.ts. The last lines fail to compile when the two drift apart.
 */
import * as z from 'zod';
import type { Bounds, SpatialChange, SpatialDelta, SpatialDom, SpatialElement } from '../spatial/spatial-dom.ts';

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
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  clipped: flag.exactOptional().describe('Cut off by a box around it, such as a closed menu'),
  options: strings.exactOptional(),
  clickable: flag.exactOptional().describe('Takes clicks, though neither tag nor role says so'),
  b: bounds.exactOptional().describe('[x, y, width, height] in CSS pixels of the page'),
});

const restSchema = z.strictObject({
  above: z.int().exactOptional(),
  below: z.int().exactOptional(),
  omitted: z.int().exactOptional().describe('Left out to stay within maxTokens'),
});

const domSchema = z.strictObject({
  url: z.string(),
  title: z.string(),
  vp: pair,
  scroll: pair,
  version: z.int(),
  more: restSchema.exactOptional().describe('How many elements there are besides these'),
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
  min: z.number().nullable().exactOptional(),
  max: z.number().nullable().exactOptional(),
  clipped: flag.nullable().exactOptional(),
  options: strings.nullable().exactOptional(),
  clickable: flag.nullable().exactOptional(),
  b: bounds.nullable().exactOptional(),
});

const deltaSchema = z.strictObject({
  delta: flag,
  from: z.int(),
  version: z.int(),
  url: z.string().exactOptional(),
  title: z.string().exactOptional(),
  vp: pair.exactOptional(),
  scroll: pair.exactOptional(),
  more: restSchema.nullable().exactOptional(),
  added: z.array(elementSchema).readonly().exactOptional(),
  changed: z.array(changeSchema).readonly().exactOptional(),
  moved: z.array(z.array(z.int()).readonly()).readonly().exactOptional(),
  removed: z.array(z.int()).readonly().exactOptional(),
  order: z.array(z.array(z.int()).readonly()).readonly().exactOptional(),
});

/** What travels: boxes are left out where the caller did not want them. */
type WithoutBox<Element> = Omit<Element, 'b'> & { readonly b?: Bounds };
type WireDom = Omit<SpatialDom, 'els'> & { readonly els: readonly WithoutBox<SpatialElement>[] };
type WireDelta = Omit<SpatialDelta, 'added'> & { readonly added?: readonly WithoutBox<SpatialElement>[] };

/** Compiles only when each side can stand for the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
type Agreed = [
  Same<z.output<typeof elementSchema>, WithoutBox<SpatialElement>>,
  Same<z.output<typeof domSchema>, WireDom>,
  Same<z.output<typeof changeSchema>, SpatialChange>,
  Same<z.output<typeof deltaSchema>, WireDelta>,
];
export const SCHEMAS_AGREE: Agreed = [true, true, true, true];

// Callers that leave boxes out know that they did; everybody else may rely on them.
export const spatialDomSchema = domSchema as unknown as z.ZodType<SpatialDom>;
export const spatialDeltaSchema = deltaSchema as unknown as z.ZodType<SpatialDelta>;
