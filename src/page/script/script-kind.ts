/**
 * What a script element holds, by its 'type' and 'language'.
 *
 * HTML §4.12.1.1 https://html.spec.whatwg.org/#prepare-the-script-element, steps 8 to 13
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { asciiLower, hasWord, trim } from '../primordials.ts';

const JAVASCRIPT_TYPES =
  ' application/ecmascript application/javascript application/x-ecmascript application/x-javascript text/ecmascript ' +
  'text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4 ' +
  'text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript ';

export function scriptKind(script: StoreNode): 'classic' | 'module' | 'importmap' | 'data' {
  const type = attribute(script, 'type');
  const language = attribute(script, 'language');
  if (type === '' || (type === null && (language === null || language === ''))) return 'classic';
  const essence = asciiLower(trim(type ?? `text/${language}`));
  if (essence === 'module' || essence === 'importmap') return essence;
  return hasWord(JAVASCRIPT_TYPES, essence) ? 'classic' : 'data';
}
