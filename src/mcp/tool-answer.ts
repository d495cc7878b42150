/**
 * What most tools answer: a page, or what changed on it, in the form that the last snapshot was wanted in.
 */
import { actionAnswer, pageAnswer } from '../client/answer-text.ts';
import type { ActionResult, MethodResult } from '../protocol/methods.ts';
import type { ToolCall } from './tool.ts';

export async function changeOf({ session, agent }: ToolCall, result: ActionResult): Promise<string> {
  return actionAnswer(result, { boxes: agent.boxes, links: agent.links, events: await agent.events(session) });
}

export async function pageOf({ session, agent }: ToolCall, page: MethodResult<'session.goto'>): Promise<string> {
  return pageAnswer(page, { boxes: agent.boxes, links: agent.links, events: await agent.events(session) });
}
