/**
 * Light and dark: as the system has it, or as the person chose.
 *
 * Colours of drawings come from the palette that pictures use; those of the view are in live.css.
 */
import { DARK, LIGHT } from '../../spatial/palette.ts';

const KEY = 'agentbrowser.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export function isDark(): boolean {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? dark.matches : chosen === 'dark';
}

export function startTheme(onChange: () => void): void {
  dark.addEventListener('change', () => {
    apply();
    onChange();
  });
  apply();
}

export function switchTheme(): void {
  localStorage.setItem(KEY, isDark() ? 'light' : 'dark');
  apply();
}

function apply(): void {
  const root = document.documentElement;
  root.dataset['theme'] = isDark() ? 'dark' : 'light';
  for (const [paint, colour] of Object.entries(isDark() ? DARK : LIGHT))
    root.style.setProperty(`--paint-${paint}`, colour);
}
