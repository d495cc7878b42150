/**
 * The rows of the method table for people: looking on, taking over, giving back.
 */
import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import type { Frame } from '../session/onlooker.ts';

const nothing = z.strictObject({});
const session = z.string().min(1).max(64).describe('The session, as session.create named it');
const timeoutMs = z.int().min(1).max(LIMITS.maxCallMs).optional().describe('Deadline of this call in milliseconds');
const lease = z.string().min(1).max(100).describe('The lease that session.takeOver gave');

const x = z.number().min(-100_000).max(100_000).describe('In CSS pixels of the viewport');
const delta = z.number().min(-100_000).max(100_000);
const modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .readonly()
  .optional();
const button = z.enum(['left', 'middle', 'right']).optional();
const count = z.int().min(1).max(2).optional().describe('2 for the second click of a double click');

const personEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), x, y: x }),
  z.strictObject({ kind: z.literal('down'), x, y: x, button, count, modifiers }),
  z.strictObject({ kind: z.literal('up'), x, y: x, button, count, modifiers }),
  z.strictObject({ kind: z.literal('wheel'), x, y: x, dx: delta, dy: delta }),
  z.strictObject({ kind: z.literal('key'), key: z.string().min(1).max(40), modifiers }),
  z.strictObject({ kind: z.literal('text'), text: z.string().max(LIMITS.pastedChars) }),
  z.strictObject({
    kind: z.literal('select'),
    id: z.int(),
    values: z.array(z.string().max(LIMITS.emittedTextLength)).max(1_000).readonly(),
  }),
  z.strictObject({ kind: z.literal('open'), url: z.string().min(1).max(LIMITS.typedAddressChars) }),
  z.strictObject({ kind: z.literal('tab'), tab: z.int().min(1) }),
  z.strictObject({ kind: z.literal('back') }),
  z.strictObject({ kind: z.literal('forward') }),
  z.strictObject({ kind: z.literal('reload') }),
]);

/** For viewers of our own: its shape is that of session/onlooker.ts, and may change between versions. */
const frame = z.looseObject({ tab: z.int(), version: z.int(), rev: z.int() }) as unknown as z.ZodType<Frame>;

export const LIVE_METHODS = {
  'session.frame': {
    description: 'What somebody who looks on sees: the page to be drawn, or what changed in it, and the steps.',
    params: z.strictObject({
      session,
      after: z.int().min(0).optional().describe('The version that the viewer has'),
      rev: z.int().min(0).optional().describe('The newest step that the viewer knows'),
      picture: z.boolean().optional().describe('With a JPEG of what is new'),
      timeoutMs,
    }),
    result: frame,
    deadlineMs: LIMITS.callMs,
  },
  'session.takeOver': {
    description: 'A person takes over: calls of the agent wait until it is given back. With a lease, renews it.',
    params: z.strictObject({
      session,
      lease: lease.optional(),
      leaseMs: z.int().min(100).max(LIMITS.maxTakeOverMs).optional().describe('It ends by itself after this time'),
      timeoutMs,
    }),
    result: z.strictObject({ lease, leaseMs: z.int() }),
    deadlineMs: LIMITS.callMs,
  },
  'session.giveBack': {
    description: 'The person is done: the agent goes on.',
    params: z.strictObject({ session, lease, timeoutMs }),
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
  'session.input': {
    description: 'What a person does who has taken over: pointer and wheel by coordinates, keys, text.',
    params: z.strictObject({
      session,
      lease,
      events: z.array(personEvent).min(1).max(LIMITS.personEvents).readonly(),
      timeoutMs,
    }),
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
};

export type PersonEvent = z.input<typeof personEvent>;
export type { Frame } from '../session/onlooker.ts';
