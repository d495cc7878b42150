/**
 * Who a session appears to be, as far as its user says: schemas for the table of methods.
 */
import * as z from 'zod';

const text = z.string().min(1).max(300);
const pixels = z.int().min(1).max(32_768);
const platform = z.enum(['linux', 'windows', 'macos']);

export const profileOption = z.union([
  platform,
  z.strictObject({
    platform: platform.optional().describe("'linux' when not given"),
    platformVersion: z.string().max(40).optional().describe("Of the client hints, such as '15.0.0'"),
    architecture: z.enum(['x86', 'arm']).optional(),
    majorVersion: z.int().min(100).max(999).optional().describe("Chrome's version"),
    userAgent: text.optional(),
    screen: z.tuple([pixels, pixels]).readonly().optional().describe('[width, height] in CSS pixels'),
    availableScreen: z
      .tuple([z.int().min(0).max(32_768), z.int().min(0).max(32_768), pixels, pixels])
      .readonly()
      .optional()
      .describe('What panels leave: [left, top, width, height]'),
    devicePixelRatio: z.number().min(0.5).max(4).optional(),
    hardwareConcurrency: z.int().min(1).max(256).optional().describe('Processor cores'),
    deviceMemory: z.number().min(0.25).max(64).optional().describe('In GB'),
    gpu: z.strictObject({ vendor: text, renderer: text }).optional().describe('As WebGL names it'),
    fonts: z.array(text).max(200).readonly().optional().describe('Installed families'),
  }),
]);
