/**
 * What the user agent's sheet says of properties that layout has no use for. It stands behind layout's own.
 *
 * HTML §15 (Rendering) https://html.spec.whatwg.org/multipage/rendering.html as Chrome has it.
 */
export const WRITTEN_UA_SHEET = `
:focus-visible { outline: auto 1px light-dark(#101010, white); }
abbr[title], acronym[title] { text-decoration: underline dotted; }
canvas, embed, iframe, img, object, svg, video { overflow-clip-margin: content-box; }
ol, ul, dir, menu { counter-reset: none; }
thead, tbody, tfoot, tr, td, th { border-color: inherit; }
fieldset { border-color: threedface; }
textarea { resize: both; }
input[type="password" i] { -webkit-text-security: disc; }
select[multiple], select[size]:not([size="0"], [size="1"]) { border-radius: 2px; }
input:not([type="checkbox" i], [type="radio" i], [type="range" i], [type="submit" i], [type="button" i],
  [type="reset" i], [type="file" i], [type="color" i], [type="image" i], [type="hidden" i]), textarea, select {
  border-color: light-dark(#767676, #858585);
}
:is(button, input, textarea, select):disabled { border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(133, 133, 133, 0.3)); }
`;
