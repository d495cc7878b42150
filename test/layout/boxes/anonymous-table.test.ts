import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBoxes, tree } from './box-fixture.ts';

const CELL = 'display: table-cell';
const ROW = 'display: table-row';

test('cells without a table get row, row group and table', () => {
  assert.equal(
    bodyBoxes(`<div><i style="${CELL}">a</i> <i style="${CELL}">b</i></div>`),
    tree`
      flow <div>
        table
          table-row-group
            table-row
              table-cell <i> inline-content
                text "a"
              table-cell <i> inline-content
                text "b"
    `,
  );
});

test('inside an inline box the anonymous table is an inline-table', () => {
  assert.equal(
    bodyBoxes(`<div><span>a<i style="${CELL}">b</i>c</span></div>`),
    tree`
      flow <div> inline-content
        inline <span>
          text "a"
          inline-table
            table-row-group
              table-row
                table-cell <i> inline-content
                  text "b"
          text "c"
    `,
  );
});

test('what is no part of a table gets an anonymous row and cell inside a table', () => {
  assert.equal(
    bodyBoxes(`<div style="display: table">a<b>b</b><i style="${ROW}"></i></div>`),
    tree`
      table <div>
        table-row-group
          table-row
            table-cell inline-content
              text "a"
              inline <b>
                text "b"
          table-row <i>
    `,
  );
});

test('what is no cell gets one inside a row, and an anonymous cell can hold blocks', () => {
  assert.equal(
    bodyBoxes(`<div style="${ROW}">a<p>b</p><i style="${CELL}"></i><p>c</p></div>`),
    tree`
      table
        table-row-group
          table-row <div>
            table-cell
              flow inline-content
                text "a"
              flow <p> inline-content
                text "b"
            table-cell <i>
            table-cell
              flow <p> inline-content
                text "c"
    `,
  );
});

test('a table has its captions first, then columns, then row groups in the order they are seen', () => {
  assert.equal(
    bodyBoxes(
      '<table><tfoot><tr></tfoot><tbody><tr></tbody><thead><tr></thead><thead></thead><col><caption>c</caption></table>',
    ),
    tree`
      table <table>
        table-caption <caption> inline-content
          text "c"
        table-column-group <colgroup>
          table-column <col>
        table-row-group <thead>
          table-row <tr>
        table-row-group <tbody>
          table-row <tr>
        table-row-group <thead>
        table-row-group <tfoot>
          table-row <tr>
    `,
  );
});

test('columns have no content', () => {
  assert.equal(
    bodyBoxes('<div style="display: table-column-group">x<b style="display: table-column">y</b></div>'),
    tree`
      table
        table-column-group <div>
          table-column <b>
    `,
  );
});

test('a positioned box inside a row is content of a cell', () => {
  assert.equal(
    bodyBoxes(`<div style="${ROW}"><p style="position: absolute"></p></div>`),
    tree`
      table
        table-row-group
          table-row <div>
            table-cell
              flow <p> out-of-flow
    `,
  );
});
