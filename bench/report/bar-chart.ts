/**
 * Bars as SVG, readable on light and on dark pages.
 *
 * In:  groups of bars, each with a label and a value. Out: the text of an SVG file.
 */
export interface Bar {
  readonly label: string;
  /** `null`: the tool failed, or has no such thing. */
  readonly value: number | null;
  /** Ours stand out. */
  readonly isOurs: boolean;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

export interface BarChart {
  readonly title: string;
  /** What the numbers are, such as 'milliseconds, less is better'. */
  readonly note: string;
  readonly show: (value: number) => string;
  readonly groups: readonly BarGroup[];
}

const WIDTH = 760;
const MARGIN = 16;
const LABEL = 150;
const VALUE = 110;
const BAR = 14;
const STEP = 20;
const HEAD = 52;
const GROUP = 30;

/** A ground of its own: a page can be dark where its reader's system is light. */
const STYLE = `
rect.ground { fill: #ffffff }
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: 600 } .group { font-weight: 600 } .note { fill: #57606a }
.ours { fill: #2f81f7 } .other { fill: #8b949e }
@media (prefers-color-scheme: dark) { rect.ground { fill: #0d1117 } text { fill: #e6edf3 } .note { fill: #9da7b3 } }`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function drawBarChart({ title, note, show, groups }: BarChart): string {
  const rows: string[] = [];
  let y = HEAD;
  for (const { title: name, bars } of groups) {
    rows.push(`<text class="group" x="0" y="${y + 14}">${escaped(name)}</text>`);
    y += GROUP - 8;
    // Each group has its own scale: what matters is how the tools stand to each other.
    const most = Math.max(...bars.map(({ value }) => value ?? 0), Number.MIN_VALUE);
    for (const { label, value, isOurs } of bars) {
      const width = value === null ? 0 : Math.max(1, ((WIDTH - LABEL - VALUE) * value) / most);
      const told = value === null ? 'failed' : show(value);
      rows.push(
        `<text x="8" y="${y + 11}">${escaped(label)}</text>`,
        `<rect class="${isOurs ? 'ours' : 'other'}" x="${LABEL}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
        `<text x="${(LABEL + width + 6).toFixed(1)}" y="${y + 11}">${escaped(told)}</text>`,
      );
      y += STEP;
    }
    y += GROUP - STEP;
  }
  const outer = WIDTH + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${outer} ${y + 2 * MARGIN}" width="${outer}" height="${y + 2 * MARGIN}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<rect class="ground" x="${-MARGIN}" y="${-MARGIN}" width="${outer}" height="${y + 2 * MARGIN}" rx="6"/>
<text class="title" x="0" y="16">${escaped(title)}</text>
<text class="note" x="0" y="36">${escaped(note)}</text>
${rows.join('\n')}
</svg>
`;
}
