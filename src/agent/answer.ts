/**
 * The answer of a model: a thought and an action.
 *
 * In:  the text of an answer, whatever it is. Out: its parts, or what is wrong with it in words that the model can use.
 */
import { LIMITS } from '../limits.ts';
import { type AgentAction, isActionType, readAction } from './action.ts';
import { findObject } from './loose-json.ts';

export interface Thinking {
  readonly thought: string;
  readonly action: AgentAction;
  /** Facts that the model wants to keep when older pages are left out; `null` for none. */
  readonly note: string | null;
}

export type ReadAnswer = Thinking | { readonly fault: string };

export function readAnswer(text: string): ReadAnswer {
  if (text.trim() === '') return { fault: 'it was empty' };
  const found = findObject(text.slice(0, LIMITS.modelAnswerChars), hasAction) as Record<string, unknown> | undefined;
  if (found === undefined) return { fault: 'it holds no whole JSON object' };
  if (!hasAction(found)) return { fault: 'the JSON object has no "action"' };
  const read = readAction(actionOf(found));
  if ('fault' in read) return read;
  const note = typeof found['note'] === 'string' ? found['note'].trim() : '';
  return {
    thought: thoughtOf(found),
    action: read.action,
    note: note === '' ? null : note.slice(0, LIMITS.agentNoteChars),
  };
}

function hasAction(value: object): boolean {
  return 'action' in value || isActionType((value as { type?: unknown }).type);
}

/** The forms in which models write it: as asked, flat, as the only key, several at once, or bare. */
function actionOf(answer: Record<string, unknown>): unknown {
  const { action: given, ...rest } = answer;
  // Several at once: the first is done, and the model sees what came of it before it says the next one.
  const action: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof action === 'string') return { ...rest, ...objectOf(rest['args'] ?? rest['action_input']), type: action };
  if (typeof action !== 'object' || action === null) return answer;
  const fields = action as Record<string, unknown>;
  if (isActionType(fields['type'])) return { ...objectOf(fields['args']), ...fields };
  const [only, ...others] = Object.keys(fields);
  if (others.length === 0 && isActionType(only) && typeof fields[only] === 'object')
    return { ...objectOf(fields[only]), type: only };
  const name = fields['action'] ?? fields['name'];
  return isActionType(name) ? { ...fields, ...objectOf(fields['args']), type: name } : fields;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function thoughtOf({ thought, reasoning }: Record<string, unknown>): string {
  const words = thought ?? reasoning;
  return typeof words === 'string' ? words.trim() : '';
}
