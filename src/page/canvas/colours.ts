/**
 * Colours of canvases, as the engine reads them.
 */
import { askEngine } from '../engine-link.ts';
import { mapGet, mapSet, mapSize } from '../primordials.ts';

/** Text of colours that have been read, with their numbers. */
const colours = new Map<string, string>();
const MAX_COLOURS = 500;

/** Four numbers with commas; '' for what is no colour. */
export function colourOf(text: string): string {
  let numbers = mapGet(colours, text);
  if (numbers === undefined) {
    numbers = askEngine((engine) => engine.canvasColour(text)) ?? '';
    if (mapSize(colours) < MAX_COLOURS) mapSet(colours, text, numbers);
  }
  return numbers;
}
