/**
 * Attributes of SVG elements as objects: of filters, gradients and masks.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE = `<svg><filter id=f><feBlend id=blend in="a" mode="multiply"/><feGaussianBlur id=soft stdDeviation="3 5"/>
  <feConvolveMatrix id=matrix order="4" preserveAlpha="true"/></filter>
  <linearGradient id=gradient spreadMethod="reflect"/><mask id=mask maskUnits="nonsense"/></svg>`;

const FACTS: Readonly<Record<string, readonly [script: string, answer: string]>> = {
  'a text is that of the attribute': ['blend.in1.baseVal', 'a'],
  'one of several words is its number': ['blend.mode.baseVal === SVGFEBlendElement.SVG_FEBLEND_MODE_MULTIPLY', 'true'],
  'a word that is none of them counts as the usual one': ['mask.maskUnits.baseVal', '2'],
  'numbers of one attribute have members of their own': [
    'soft.stdDeviationX.baseVal + " " + soft.stdDeviationY.baseVal',
    '3 5',
  ],
  'the first number stands for the second where there is one': [
    'matrix.orderX.baseVal + " " + matrix.orderY.baseVal',
    '4 4',
  ],
  'truth is a word': ['matrix.preserveAlpha.baseVal', 'true'],
  'writing writes the attribute': [
    'gradient.spreadMethod.baseVal = 3; soft.setStdDeviation(1, 2); gradient.getAttribute("spreadMethod") + soft.getAttribute("stdDeviation")',
    'repeat1 2',
  ],
  'a whole number is written as one': ['matrix.orderX.baseVal = 2.7; matrix.getAttribute("order")', '2'],
  'an attribute has one object': ['blend.mode === blend.mode', 'true'],
  'others than elements are refused': [
    'try { SVGFEBlendElement.prototype.mode } catch (error) { error.message }',
    'Illegal invocation',
  ],
};

for (const [fact, [script, answer]] of Object.entries(FACTS)) {
  test(fact, async () => {
    using page = await openPage(PAGE);
    assert.equal(String(await page.evaluate(script)), answer);
  });
}
