/**
 * The colours of drawings, by what they are for: one set for light surroundings, one for dark ones.
 */

export const PAINTS = [
  'paper',
  'text',
  'muted',
  'link',
  'button',
  'buttonLine',
  'buttonText',
  'field',
  'fieldLine',
  'panel',
  'panelLine',
  'image',
  'imageLine',
  'accent',
  'accentText',
  'focus',
  'danger',
] as const;

export type Paint = (typeof PAINTS)[number];
export type Palette = Readonly<Record<Paint, string>>;

export const LIGHT: Palette = {
  paper: '#ffffff',
  text: '#1c2330',
  muted: '#6b7588',
  link: '#1d4ed8',
  button: '#e6ebf5',
  buttonLine: '#aab6cf',
  buttonText: '#16213a',
  field: '#ffffff',
  fieldLine: '#8a97b1',
  panel: '#f7f9fc',
  panelLine: '#dfe5ef',
  image: '#edf0f6',
  imageLine: '#c3ccdc',
  accent: '#2f5fde',
  accentText: '#ffffff',
  focus: '#f08a00',
  danger: '#c62a3a',
};

export const DARK: Palette = {
  paper: '#12161f',
  text: '#e4e9f2',
  muted: '#94a0b6',
  link: '#8db4ff',
  button: '#27324a',
  buttonLine: '#4b5b7d',
  buttonText: '#eef2fb',
  field: '#0d1118',
  fieldLine: '#62718f',
  panel: '#181e2a',
  panelLine: '#2a3345',
  image: '#1e2635',
  imageLine: '#3b475f',
  accent: '#7aa5ff',
  accentText: '#0b1020',
  focus: '#ffb454',
  danger: '#ff7b87',
};
