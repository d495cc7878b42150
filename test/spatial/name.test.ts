import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitted } from './emitted-page.ts';

function nameOf(html: string): string {
  const [element] = emitted(html, { scope: 'page', interactiveOnly: true }).els;
  return element?.name ?? element?.text ?? element?.ph ?? '';
}

/** Accessible Name and Description Computation 1.2, the steps that decide. */
const NAMES: readonly (readonly [fact: string, html: string, name: string])[] = [
  ['references come first', '<i id=a>A</i><b id=b>B</b><button aria-labelledby="a b" aria-label=C>D</button>', 'A B'],
  ['a reference may be hidden', '<i id=a hidden>A</i><button aria-labelledby=a>D</button>', 'A'],
  ['aria-label beats content', '<button aria-label=Close>x</button>', 'Close'],
  ['an empty aria-label is none', '<button aria-label=" ">x</button>', 'x'],
  ['alternatives of pictures are content', '<a href=/><img alt=Home width=9 height=9></a>', 'Home'],
  ['hidden content is no name', '<button>On<i style="display: none">Off</i></button>', 'On'],
  ['blocks are apart, inline elements are not', '<button>a<b>b</b><div>c</div></button>', 'ab c'],
  ['generated content is content', '<style>a::before { content: "New " }</style><a href=/>Post</a>', 'New Post'],
  ['several labels are joined', '<label for=x>A</label><label for=x>B</label><input id=x>', 'A B'],
  [
    'a label has the values of other controls in it',
    '<label>In <input value=5 size=1> days<select id=x hidden></select></label>',
    'In days',
  ],
  ['a button without words says what it does', '<input type=submit>', 'Submit'],
  ['a title is the last resort', '<a href=/ title=Tip><svg width=9 height=9></svg></a>', 'Tip'],
  ['a placeholder names a field without any other name', '<input placeholder=Search>', 'Search'],
  [
    'pictures and parts with a label are words of their own',
    '<a href=/>To<img alt="" width=9 height=9>day<img alt=is width=9 height=9><b aria-label=fine>x</b>.</a>',
    'Today is fine .',
  ],
  [
    'what stands in a drawing is content',
    '<button><svg><desc>D</desc><g><title>Save</title></g></svg></button>',
    'Save',
  ],
  ['words of a drawing are content', '<button><svg><text y=9>B</text></svg></button>', 'B'],
  ['a button with an empty value says nothing', '<input type=submit value="">', ''],
  ['an unnamed button says what it does, whatever its title', '<input type=submit title=Go>', 'Submit'],
  ['a reference inside of content counts', '<button><b aria-labelledby=q>x</b></button><i id=q>Q</i>', 'Q'],
  [
    'a reference inside of a reference does not count',
    '<button aria-labelledby=o>x</button><p id=o><b aria-labelledby=q>bb</b></p><i id=q>Q</i>',
    'bb',
  ],
  [
    'a field that is referenced says its value',
    '<button aria-labelledby=w>x</button><label>L<input id=w value=W></label>',
    'W',
  ],
  ['a title names what is referenced', '<button aria-labelledby=t>x</button><p id=t title=Tip></p>', 'Tip'],
  ['a bar in a name says its value', '<button>At <progress value=0.5>half</progress></button>', 'At 0.5'],
  [
    'labels may go round in a circle',
    '<label for=a>A <input type=checkbox id=b></label><label for=b>B <input type=checkbox id=a></label>',
    'B A',
  ],
  ['an id is known in its own tree only', '<button aria-labelledby=none>x</button>', 'x'],
];

for (const [fact, html, name] of NAMES) test(fact, () => assert.equal(nameOf(html), name));
