/**
 * Animations and transitions that style sheets declare, as the document changes.
 *
 * In:  what the engine tells of changed styles, once somebody listens to their events or asks for them. Out: players.
 *
 * CSS Animations 2 §3 https://drafts.csswg.org/css-animations-2/#animations, CSS Transitions 1 §3
 * https://drafts.csswg.org/css-transitions-1/#starting
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { prototypeOf } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { afterCallbacks } from '../observers/rendering.ts';
import type { ChangedMotion, ChangedProperty } from '../ports.ts';
import {
  append,
  type BareArray,
  bareArray,
  create,
  hasWord,
  mapDelete,
  mapGet,
  mapSet,
  max,
  min,
  newMap,
  parseJson,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { takeAsTold } from './css-events.ts';
import { makeEffect } from './keyframe-effect.ts';
import { type CssPart, Player } from './player.ts';
import { watchIterations } from './playing.ts';
import { transformedProgress, updateTiming } from './timing.ts';

interface Transition {
  readonly player: Player;
  readonly to: string;
  /** CSS Transitions 1 §3.1: "reversing-adjusted start value", "reversing shortening factor". */
  readonly reversingFrom: string;
  readonly factor: number;
}

/** Of an element or a pseudo-element. */
interface Moving {
  animations: BareArray<Player>;
  readonly transitions: Map<string, Transition>;
}

const moving = new WeakMap<PageNode, Map<string, Moving>>();
/** Elements with something that has not ended. */
let movers: BareArray<PageNode> = bareArray();
const MOTION_TYPES =
  ' animationstart animationiteration animationend animationcancel transitionrun transitionstart transitionend ' +
  'transitioncancel webkitAnimationStart webkitAnimationIteration webkitAnimationEnd webkitTransitionEnd ';
let isWatching = false;
/** Watching began in a document that had loaded: what was there has had its events. */
let isLate = false;
let register: (object: object, player: Player) => void = () => {};

/** Binds the objects that script gets to their players. */
export function setRegister(bind: typeof register): void {
  register = bind;
}

/** Somebody listens to events of this type. */
export function motionListenerAdded(type: string): void {
  if (!hasWord(MOTION_TYPES, type)) return;
  watch();
  if (type === 'animationiteration' || type === 'webkitAnimationIteration') watchIterations();
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  isLate = (mainDocument() as unknown as { readonly readyState: string }).readyState === 'complete';
  askEngine((engine) => engine.watchMotion());
}

/** Takes the changes of styles since the last time. */
export function pullMotion(): void {
  watch();
  const elements = bareArray<StoreNode>();
  const text = askEngine((engine) => engine.motionChanges(elements));
  if (text !== undefined && text !== '') {
    const changes = parseJson(text) as ArrayLike<ChangedMotion>;
    for (let at = 0; at < changes.length; at++) take(elements[at] as unknown as PageNode, changes[at]!);
  }
  stopUnrendered();
}

function movingOf(element: PageNode, pseudo: string): Moving {
  let byPseudo = weakGet(moving, element);
  if (byPseudo === undefined) {
    byPseudo = newMap();
    weakSet(moving, element, byPseudo);
  }
  let found = mapGet(byPseudo, pseudo);
  if (found === undefined) {
    found = { animations: bareArray(), transitions: newMap() };
    mapSet(byPseudo, pseudo, found);
  }
  return found;
}

function take(element: PageNode, change: ChangedMotion): void {
  const own = movingOf(element, change.pseudo);
  takeAnimations(element, change, own);
  for (let at = 0; at < change.properties.length; at++) {
    takeProperty(element, change.pseudo, change.properties[at]!, own);
  }
  for (let at = 0; at < movers.length; at++) if (movers[at] === element) return;
  append(movers, element);
}

/** Animations with a name that was there go on, from the last one; the others are new or have ended. */
function takeAnimations(element: PageNode, { pseudo, animations, isKnown }: ChangedMotion, own: Moving): void {
  const before = own.animations;
  const after = bareArray<Player>();
  for (let at = animations.length - 1; at >= 0; at--) {
    const declared = animations[at]!;
    let player: Player | null = null;
    for (let known = before.length - 1; known >= 0 && player === null; known--) {
      const each = before[known]!;
      if (each.css!.name !== declared.name || isAmong(after, each)) continue;
      player = each;
    }
    const timing = {
      delay: declared.delayMs,
      duration: declared.durationMs,
      iterations: declared.iterations < 0 ? Number.POSITIVE_INFINITY : declared.iterations,
      direction: declared.direction,
      fill: declared.fill,
    };
    if (player === null) {
      player = newPlayer('CSSAnimation', element, pseudo, 'animation', declared.name);
      updateTiming(player.effect!.timing, timing);
      player.play(true);
      if (isKnown && isLate) {
        player.setStartTime(0);
        takeAsTold(player);
      }
    } else {
      updateTiming(player.effect!.timing, timing);
      player.updateFinished(false, false);
    }
    const isPaused = player.playState === 'paused';
    if (declared.isPaused && !isPaused) player.pause();
    else if (!declared.isPaused && isPaused) player.play(false);
    after[animations.length - 1 - at] = player;
  }
  for (let at = 0; at < before.length; at++) if (!isAmong(after, before[at]!)) before[at]!.cancel();
  own.animations = bareArray();
  for (let at = after.length - 1; at >= 0; at--) append(own.animations, after[at]!);
}

function isAmong(list: BareArray<Player>, player: Player): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === player) return true;
  return false;
}

function takeProperty(element: PageNode, pseudo: string, change: ChangedProperty, own: Moving): void {
  const known = mapGet(own.transitions, change.name);
  const running = known !== undefined && known.player.playState === 'running' ? known : null;
  if (running !== null && running.to === change.to) return;
  const takesTime = max(change.durationMs, 0) + change.delayMs > 0;
  if (running === null) {
    if (takesTime) startTransition(element, pseudo, change, own, change.from, 1);
    else if (known !== undefined) mapDelete(own.transitions, change.name);
    return;
  }
  const { player, reversingFrom, factor } = running;
  const { timing } = player.effect!;
  const isBack = change.to === reversingFrom;
  const progress = transformedProgress({ ...timing, fill: 'both' }, player.currentTime, player.rate) ?? 0;
  mapDelete(own.transitions, change.name);
  player.cancel();
  // Where it has not moved yet, it is where it has to go.
  if (!takesTime || (isBack && progress === 0)) return;
  const shortened = isBack ? max(0, min(1, progress * factor + (1 - factor))) : 1;
  startTransition(element, pseudo, change, own, isBack ? running.to : change.from, shortened);
}

function startTransition(
  element: PageNode,
  pseudo: string,
  change: ChangedProperty,
  own: Moving,
  reversingFrom: string,
  factor: number,
): void {
  const { name, to, durationMs, delayMs, easing } = change;
  const player = newPlayer('CSSTransition', element, pseudo, 'transition', name);
  const delay = delayMs < 0 ? delayMs * factor : delayMs;
  updateTiming(player.effect!.timing, { delay, duration: durationMs * factor, fill: 'backwards', easing });
  mapSet(own.transitions, name, { player, to, reversingFrom, factor });
  player.play(true);
}

function newPlayer(
  interfaceName: 'CSSAnimation' | 'CSSTransition',
  element: PageNode,
  pseudo: string,
  kind: CssPart['kind'],
  name: string,
): Player {
  const effect = makeEffect(element, bareArray());
  effect.pseudo = pseudo;
  const player = new Player(create(prototypeOf(interfaceName)), effect);
  effect.player = player;
  player.css = { kind, name, phase: 'idle', iteration: 0, activeMs: 0 };
  register(player.object, player);
  return player;
}

/** What is not rendered any more does not move. */
function stopUnrendered(): void {
  const kept = bareArray<PageNode>();
  for (let at = 0; at < movers.length; at++) {
    const element = movers[at]!;
    const isRendered = askEngine((engine) => engine.isRendered(element)) ?? true;
    if (isRendered) {
      append(kept, element);
      continue;
    }
    const byPseudo = weakGet(moving, element);
    if (byPseudo === undefined) continue;
    for (const pseudo of ['', '::before', '::after', '::marker']) {
      const own = mapGet(byPseudo, pseudo);
      if (own === undefined) continue;
      for (let index = 0; index < own.animations.length; index++) own.animations[index]!.cancel();
      own.transitions.forEach(({ player }) => {
        if (player.playState !== 'finished') player.cancel();
      });
      mapDelete(byPseudo, pseudo);
    }
  }
  movers = kept;
}

export function installCssMotion(): void {
  afterCallbacks({ isActive: () => isWatching, run: pullMotion });
}
