import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { findSecrets } from './find-secrets.ts'

const found = (overrides: Partial<SkillDocument>) =>
  findSecrets(makeSkillSetDocument({ skills: [makeSkillDocument(overrides)] }) as Json)
const inCode = (line: string) => found({ definition: `async function handler() {\n  ${line}\n}` })
const inFile = (path: string, text: string) =>
  found({ resources: [{ path, text, kind: 'text/plain' }] as never })

/** Assembled here, so that no scanner of repositories takes a test for a leak. */
const letters = (count: number, alphabet = 'aK9zQ2mX7pL4vT8wR3nB6yH5sD1fG0jC') =>
  Array.from(
    { length: count },
    (_, index) => alphabet[(index * 13 + ((index * index) >> 1)) % alphabet.length],
  ).join('')
const hex = (count: number) => letters(count, 'a3f09c7e1b5d8246')

describe('a secret in code is found', () => {
  test.each<[string, string]>([
    ['an AWS access key', `const id = 'AKIA${letters(16, 'QW2ERT7YUI4OPLKJ')}'`],
    ['an AWS secret access key', `aws_secret_access_key = "${letters(40)}"`],
    ['a Stripe key', `const key = 'sk_live_${letters(24)}'`],
    ['a Stripe key', `const key = 'rk_test_${letters(24)}'`],
    ['a GitHub token', `fetch(url, { headers: { authorization: 'token ghp_${letters(36)}' } })`],
    ['a GitHub token', `const t = 'github_pat_${letters(22)}_${letters(59)}'`],
    ['a GitLab token', `glpat-${letters(20)}`],
    ['a Slack token', `const t = 'xoxb-2048173652-4812093847561-${letters(24)}'`],
    [
      'a Slack webhook URL',
      `https://hooks.slack.com/services/T0${letters(8)}/B0${letters(8)}/${letters(24)}`,
    ],
    ['a Google API key', `const k = 'AIza${letters(35)}'`],
    ['an OpenAI key', `const k = 'sk-proj-${letters(48)}'`],
    ['an OpenAI key', `const k = 'sk-${letters(20)}T3BlbkFJ${letters(20)}'`],
    ['an Anthropic key', `const k = 'sk-ant-api03-${letters(90)}'`],
    ['a private key', `const pem = '-----BEGIN RSA PRIVATE KEY-----\\nMIIEow${letters(60)}'`],
    ['a private key', `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r${letters(60)}`],
    ['a signed token (JWT)', `'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjo${letters(20)}.${letters(43)}'`],
    ['a URL with a password', `connect('postgres://app:${letters(16)}@db.acme.io/app')`],
    ['an npm token', `//registry.npmjs.org/:_authToken=npm_${letters(36)}`],
    ['a SendGrid key', `SG.${letters(22)}.${letters(43)}`],
    ['a Twilio key', `const sid = 'SK${hex(32)}'`],
    ['an API key of Guildhall', `const k = 'gh_${letters(43)}'`],
    ['a secret', `const apiKey = '${letters(32)}'`],
    ['a secret', `headers['X-Auth-Token'] = "${letters(30)}"`],
    ['a secret', `{ "client_secret": "${letters(28)}" }`],
    ['an access token', `headers: { Authorization: 'Bearer ${letters(40)}' }`],
    ['a Telegram bot token', `fetch('https://api.telegram.org/bot7123456789:A${letters(34)}/getMe')`],
    ['a URL with a password', `connect('redis://:${letters(20)}@cache.acme.io:6379')`],
    ['a key in a URL', `fetch('https://api.acme.io/v1?api_key=${letters(32)}&q=1')`],
    ['a secret', `headers.set('x-api-key', '${letters(32)}')`],
    ['a secret', `private readonly apiKey: string = '${letters(32)}'`],
    ['a user with a password', `const login = btoa('bob:${letters(18)}')`],
    ['a password in a connection string', `Server=db;User Id=sa;Password=${letters(16)};`],
    ['a signed Azure URL', `https://acme.blob.core.windows.net/c?sv=2022-11-02&sig=${letters(43)}%3D`],
    ['a Pinecone key', `const k = 'pcsk_${letters(6)}_${letters(63)}'`],
    ['a Tavily key', `const k = 'tvly-${letters(32)}'`],
    ['an ElevenLabs key', `const k = 'sk_${hex(48)}'`],
    ['a Tailscale key', `tskey-auth-${letters(17)}-${letters(32)}`],
    ['a HubSpot token', `pat-na1-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`],
    ['the key of a wallet', `new Wallet('0x${hex(64)}')`],
    [
      'a private key in base64',
      `client-key-data: ${btoa(`-----BEGIN RSA PRIVATE KEY-----\n${letters(60)}`)}`,
    ],
    ['a private key', `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${letters(60)}`],
  ])('a secret in code is found: %s in %s', (name, line) => {
    expect(inCode(line)).toMatchObject([
      {
        pointer: '/skills/0/definition',
        sentence: expect.stringContaining(`The code of greet contains what looks like ${name} (`),
      },
    ])
  })
})

test.each([
  ['a key of the documentation of AWS', "const id = 'AKIAIOSFODNN7EXAMPLE'"],
  ['a placeholder', "const apiKey = 'your-api-key-1234-goes-here'"],
  ['a password that everybody uses', "const password = 'P@ssw0rd2024'"],
  ['a reference to the environment', "const apiKey = process.env.API_KEY ?? ''"],
  ['a template', `const token = 'Bearer \${config.apiToken} for 2024'`],
  ['a word', "const token = 'authorization'"],
  ['an identifier', "const secretName = 'stripe_api_key_v2'"],
  ['a URL', "const tokenUrl = 'https://auth.acme.io/oauth2/token?version=2024'"],
  ['the header of a key, without its data', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return"],
  [
    'the sample of jwt.io',
    "'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'",
  ],
  ['a content hash', `const sha = '${hex(64)}'`],
  ['a UUID', "const runId = '0190c6d4-7a3e-7c11-9b52-3f8d2a6e41b7'"],
  ['a tokenizer', "const tokens = text.split(' ').map((token) => token.length > 12)"],
])('the code %s has no secret', (_, line) => {
  expect(inCode(line)).toEqual([])
})

describe('a secret is found wherever it stands', () => {
  const key = `sk_live_${letters(24)}`

  test.each<[string, Partial<SkillDocument>, string]>([
    ['an example', { examples: [{ title: 'A', input: { name: key } }] }, '/skills/0/examples/0/input/name'],
    [
      'a file',
      { resources: [{ path: 'a.sh', text: `curl -u ${key}:`, kind: 'text/plain' }] } as never,
      '/skills/0/resources/0/text',
    ],
    [
      'a file in base64',
      { resources: [{ path: 'a.sh', base64: btoa(`curl -u ${key}:`), kind: 'text/plain' }] } as never,
      '/skills/0/resources/0/base64',
    ],
    [
      'a default of a schema',
      { parameters: { key: { type: 'string', default: key } } },
      '/skills/0/parameters/key/default',
    ],
    ['a button', { buttons: [{ label: 'Go', payload: key }] }, '/skills/0/buttons/0/payload'],
  ])('a secret is found in %s', (_, overrides, pointer) => {
    expect(found(overrides)).toMatchObject([{ pointer }])
  })

  test('a secret is found in a file in UTF-16, as Windows PowerShell writes it', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`$key = '${key}'`, 'utf16le')])
    const base64 = bytes.toString('base64')

    expect(found({ resources: [{ path: 'a.ps1', base64, kind: 'text/plain' }] as never })).toHaveLength(1)
  })

  test.each(['utf16le', 'utf16be'])(
    'a secret is found in a file in %s without a byte order mark',
    (encoding) => {
      const bytes = Buffer.from(`$key = '${key}'`, 'utf16le')
      const base64 = (encoding === 'utf16be' ? bytes.swap16() : bytes).toString('base64')

      expect(found({ resources: [{ path: 'a.ps1', base64, kind: 'text/plain' }] as never })).toHaveLength(1)
    },
  )

  test('a secret is found in a default of a setting', () => {
    const definition = {
      key: 'k',
      label: 'K',
      type: 'STRING' as const,
      required: false,
      order: 1,
      defaultValue: key,
    }
    const document = makeSkillSetDocument({ configDefinitions: [definition] })

    expect(findSecrets(document as Json)).toMatchObject([
      { pointer: '/configDefinitions/0/defaultValue', section: 'permissions' },
    ])
  })

  test('a secret is found in a value of a secret setting in an example, whatever it looks like', () => {
    const definition = { key: 'chat', label: 'Chat', type: 'SECRET' as const, required: true, order: 1 }
    const example = { title: 'A', input: { name: 'Ada' }, config: { chat: 'hunter22!' } }
    const document = makeSkillSetDocument({
      configDefinitions: [definition],
      skills: [makeSkillDocument({ examples: [example] })],
    })

    expect(findSecrets(document as Json)).toMatchObject([{ pointer: '/skills/0/examples/0/config/chat' }])
  })

  test.each([
    ['a Dockerfile', `ENV API_TOKEN ${letters(30)}`],
    ['a shell script', `export api_token=${letters(30)}`],
    ['YAML', `service:\n  api_key: ${letters(30)}`],
    ['a manifest of Kubernetes', `env:\n  - name: API_TOKEN\n    value: ${letters(30)}`],
    ['a .netrc file', `machine api.acme.io\n  login bob\n  password ${letters(20)}`],
  ])('a secret is found in a line of %s', (_, text) => {
    expect(inFile('references/settings.txt', text)).toHaveLength(1)
  })

  test('a secret is found in a line of a .env file', () => {
    expect(inFile('settings.txt', `DEBUG=1\nexport MAIL_PASSWORD=${letters(18)}\n`)).toMatchObject([
      { sentence: expect.stringContaining('The file settings.txt of greet contains') },
    ])
  })
})

test('the same secret in several places is one finding, with the same id in every version', () => {
  const key = `sk_live_${letters(24)}`
  const first = inCode(`const key = '${key}'`)
  const again = found({ definition: `// moved\n\n'${key}'`, prompt: `Use ${key}.` })

  expect(again).toHaveLength(1)
  expect(again[0]?.id).toBe(first[0]?.id)
})

test('a finding shows too little of a secret to use it', () => {
  const key = `sk_live_${letters(24)}`
  const [finding] = inCode(`const key = '${key}'`)

  expect(JSON.stringify(finding)).not.toContain(key.slice(4, -4))
})

test('a large file of letters is searched for secrets in linear time', () => {
  const started = performance.now()
  for (const text of ['eyJ-', 'sk-', 'password=', 'curl ', 'a:', '<!--', 'AccountKey='])
    inFile('a.txt', text.repeat(2_000_000 / text.length))
  expect(performance.now() - started).toBeLessThan(30_000)
})
