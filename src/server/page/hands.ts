/**
 * What the person does on the stage, as events with the page's coordinates.
 *
 * In:  pointer, wheel, keys and clipboard of this window, while the person has taken over. Out: events for the session.
 *
 * F6 leaves the stage, as it does in browsers: every other key goes to the page, Tab as well.
 */
import type { PersonEvent } from '../../protocol/live-methods.ts';
import type { DrawnElement } from '../../spatial/drawn-page.ts';
import type { Stage } from './stage.ts';

export interface HandsPort {
  readonly isDriving: () => boolean;
  readonly send: (events: readonly PersonEvent[]) => void;
  /** Somebody tried to use the page without having taken over. */
  readonly onIdleTry: () => void;
  /** A list was clicked: what to choose is asked here, as a browser does it. */
  readonly onList: (list: DrawnElement) => void;
  /** What was clicked, at a point of the viewport. */
  readonly onClick: (x: number, y: number, element: DrawnElement | null) => void;
  readonly leave: () => void;
}

const MOVE_MS = 60;
const WHEEL_MS = 80;
const BUTTONS = ['left', 'middle', 'right'] as const;
const LINE_PX = 18;

type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export function listenOn(stage: Stage, port: HandsPort): void {
  const { root } = stage;
  let movedAt = 0;
  let wheel: { x: number; y: number; dx: number; dy: number } | null = null;

  root.addEventListener('pointermove', (event) => {
    if (!port.isDriving() || event.timeStamp - movedAt < MOVE_MS) return;
    const at = stage.place(event.clientX, event.clientY);
    if (at === null) return;
    movedAt = event.timeStamp;
    port.send([{ kind: 'move', ...at }]);
  });

  for (const kind of ['down', 'up'] as const) {
    root.addEventListener(`pointer${kind}`, (event) => {
      const at = stage.place(event.clientX, event.clientY);
      if (at === null) return;
      if (!port.isDriving()) {
        if (kind === 'down') port.onIdleTry();
        return;
      }
      root.focus({ preventScroll: true });
      event.preventDefault();
      if (kind === 'down') root.setPointerCapture(event.pointerId);
      const [left, top] = stage.page?.scroll ?? [0, 0];
      const hit = stage.elementAt(at.x + left, at.y + top);
      if (kind === 'up' && hit?.tag === 'select' && hit.options !== undefined && hit.disabled !== true)
        port.onList(hit);
      if (kind === 'down') port.onClick(at.x, at.y, hit);
      const button = BUTTONS[event.button] ?? 'left';
      port.send([{ kind, ...at, button, count: clicks(event, kind), modifiers: modifiersOf(event) }]);
    });
  }

  root.addEventListener('contextmenu', (event) => {
    if (port.isDriving()) event.preventDefault();
  });

  root.addEventListener(
    'wheel',
    (event) => {
      if (!port.isDriving()) return;
      event.preventDefault();
      const at = stage.place(event.clientX, event.clientY);
      if (at === null) return;
      const unit = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? (stage.page?.vp[1] ?? 0) : 1;
      if (wheel === null) setTimeout(turn, WHEEL_MS);
      wheel = { ...at, dx: (wheel?.dx ?? 0) + event.deltaX * unit, dy: (wheel?.dy ?? 0) + event.deltaY * unit };
    },
    { passive: false },
  );
  const turn = (): void => {
    if (wheel !== null) port.send([{ kind: 'wheel', ...wheel, dx: Math.round(wheel.dx), dy: Math.round(wheel.dy) }]);
    wheel = null;
  };

  root.addEventListener('keydown', (event) => {
    if (event.key === 'F6') {
      event.preventDefault();
      port.leave();
      return;
    }
    if (!port.isDriving() || event.isComposing) return;
    const key = keyOf(event);
    if (key === null) return;
    event.preventDefault();
    port.send([{ kind: 'key', ...key }]);
  });
  root.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!port.isDriving() || text === '') return;
    event.preventDefault();
    port.send([{ kind: 'text', text: text.slice(0, 5_000) }]);
  });
}

/** Keys that this window keeps, or that say nothing. */
const KEPT: ReadonlySet<string> = new Set([
  'Alt',
  'AltGraph',
  'Control',
  'Dead',
  'Meta',
  'Process',
  'Shift',
  'Unidentified',
]);

function keyOf(event: KeyboardEvent): { readonly key: string; readonly modifiers: Modifier[] } | null {
  if (KEPT.has(event.key)) return null;
  // The clipboard of this machine comes with the paste event.
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return null;
  // With AltGr a character is meant, and no command.
  const isCharacter = event.getModifierState('AltGraph') && event.key.length === 1;
  const modifiers = modifiersOf(event).filter((each) => !isCharacter || each === 'Shift');
  return { key: event.key, modifiers };
}

function modifiersOf(event: MouseEvent | KeyboardEvent): Modifier[] {
  return [
    ...(event.altKey ? (['Alt'] as const) : []),
    ...(event.ctrlKey ? (['Control'] as const) : []),
    ...(event.metaKey ? (['Meta'] as const) : []),
    ...(event.shiftKey ? (['Shift'] as const) : []),
  ];
}

let lastDown = { at: 0, x: 0, y: 0, count: 1 };

/** Pointer events do not count clicks. */
function clicks(event: PointerEvent, kind: 'down' | 'up'): number {
  if (kind === 'up') return lastDown.count;
  const isNear = Math.hypot(event.clientX - lastDown.x, event.clientY - lastDown.y) < 5;
  const isSoon = event.timeStamp - lastDown.at < 400;
  const count = isNear && isSoon && lastDown.count === 1 ? 2 : 1;
  lastDown = { at: event.timeStamp, x: event.clientX, y: event.clientY, count };
  return count;
}
