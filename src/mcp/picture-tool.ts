/**
 * `browser_screenshot`: the page as a wireframe. Pages are not painted, so there is nothing else to photograph.
 */
import * as z from 'zod';
import type { SessionMethod } from '../client/session-calls.ts';
import { isMethod } from '../protocol/dispatch.ts';
import { type Tool, tool } from './tool.ts';

const METHOD = 'session.picture';

interface DrawnPicture {
  /** Base64. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
  readonly type: string;
}

export const PICTURE_TOOL: Tool = tool(
  'browser_screenshot',
  'Picture of the page as a wireframe; browser_snapshot says more for less',
  { scope: z.enum(['viewport', 'page']).optional() },
  async ({ session, signal }, { scope = 'viewport' }) => {
    const drawn = await session.callByName(METHOD as SessionMethod, { format: 'png', scope, signal });
    const { data, width, height, type } = drawn as DrawnPicture;
    return { image: data, type, text: `${width}x${height}\n` };
  },
  // Listed where the engine draws pictures.
  { readOnly: true, isAllowed: () => isMethod(METHOD) },
);
