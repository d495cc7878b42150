/**
 * Arithmetic of canvases, captured before any page script runs.
 */
export { append, type BareArray, bareArray, isFiniteNumber, max, min } from '../primordials.ts';
export const { abs, atan2, ceil, cos, hypot, PI, sin, tan } = Math;
