/** The axes of a grid container in its own writing mode: columns follow each other along 'inline', rows along 'block'. */
export type AxisName = 'inline' | 'block';

export function acrossAxis(axis: AxisName): AxisName {
  return axis === 'inline' ? 'block' : 'inline';
}
