/**
 * testharnessreport.js: the page's side of a report.
 *
 * In:  what testharness.js tells when all tests of a page are done. Out: one JSON text, posted to the server, or handed
 * to `__wptReport` where an engine under comparison offers it.
 */

export const REPORT_PATH = '/__wpt_report';

export interface Subtest {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
}

export interface PageReport {
  readonly url: string;
  /** Of the harness: 0 is OK. */
  readonly status: number;
  readonly message: string;
  readonly subtests: readonly Subtest[];
}

export const REPORT_SCRIPT = `(() => {
  if (window.parent !== window && window.parent) return;
  const url = location.href;
  const { stringify } = JSON;
  const Request = XMLHttpRequest;
  const hook = window.__wptReport;
  setup({ output: false });
  add_completion_callback((tests, status) => {
    const subtests = tests.map((test) => ({
      name: String(test.name), passed: test.status === 0, message: String(test.message ?? '').slice(0, 300),
    }));
    const text = stringify({ url, status: status.status, message: String(status.message ?? '').slice(0, 300), subtests });
    if (hook) { hook(text); return; }
    const request = new Request();
    request.open('POST', '${REPORT_PATH}');
    request.send(text);
  });
})();
`;
