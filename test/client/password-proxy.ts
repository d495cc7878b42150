/** A proxy for tests: it carries plain requests of whoever knows its password, and remembers the paths. */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export async function passwordProxy(t: TestContext): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { hostname, port, pathname, search } = new URL(request.url!);
    asked.push(pathname);
    const { 'proxy-authorization': given, ...headers } = request.headers;
    if (given !== `Basic ${Buffer.from('user:pass').toString('base64')}`) {
      response.writeHead(407).end();
      return;
    }
    const { method } = request;
    const onward = httpRequest({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `residential://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
