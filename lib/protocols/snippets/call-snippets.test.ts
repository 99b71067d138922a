// Runs the snippets in a shell, in Node, and in Python if it is installed.
import { execFile, spawnSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { skipUnless } from '../../testing/skip-unless.ts'
import {
  anthropicCall,
  commandCall,
  curlCall,
  mcpConfig,
  openaiCall,
  pythonCall,
  pythonLiteral,
  scriptLiteral,
  shellText,
  typescriptCall,
} from './call-snippets.ts'

const HOSTILE: Json[] = [
  "'; touch /tmp/owned; echo '",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to be none
  '$(touch /tmp/owned) `id` $HOME ${PATH}',
  '"""\n\'\'\'\n\\',
  'ends in a backslash \\',
  '\\\' \\" \\n \\u0041 \\x41',
  '</script><!-- */ // # %s {0} \u2028\u2029\u0085\u007f',
  '\u0000\u0001\u001b[31m\r\n\t\b\f',
  'Grüße 😀 \ud800 lone \udfff',
  '@/etc/passwd',
  '!history !! -n --help',
  { "it's": { __proto__: 1, 'a b': [true, false, null, -0.5, 1e21, 9007199254740991] } },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  [],
  {},
  null,
  'True',
]
// All texts are in one value, so that each program is started once.
const ALL: Json = { hostile: HOSTILE, [HOSTILE[0] as string]: HOSTILE[1]! }

function run(program: string, args: string[], input?: string, env: Record<string, string> = {}) {
  const done = spawnSync(program, args, { input, encoding: 'utf8', env: { ...process.env, ...env } })
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.error}`)
  return done.stdout
}

const CALL = { origin: 'http://127.0.0.1:9', name: 'acme.mail.send', version: '1.2.0', args: ALL }
/** Includes `__proto__` as an ordinary property. */
const same = (text: string) => JSON.stringify(JSON.parse(text))

describe('a shell', () => {
  test('receives each text unchanged', () => {
    for (const text of HOSTILE.filter((each) => typeof each === 'string')) {
      // Arguments of programs cannot contain NUL.
      const sendable = text.replaceAll('\u0000', '').toWellFormed()
      expect(run('sh', ['-c', `printf %s ${shellText(sendable)}`])).toBe(sendable)
    }
  })

  test('hands curl the address, the key and the input', () => {
    // Replaces curl by a function that prints its arguments.
    const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${curlCall(CALL)}`

    const argv = run('sh', ['-c', script], undefined, { GUILDHALL_KEY: 'gh_x' }).split('\0')

    expect(argv[0]).toBe('http://127.0.0.1:9/api/skills/acme.mail.send/runs')
    expect(argv).toContain('Authorization: Bearer gh_x')
    expect(same(argv[argv.indexOf('-d') + 1] ?? '')).toBe(JSON.stringify({ args: ALL, version: '1.2.0' }))
  })

  test('hands the command line the same', () => {
    const script = `npx() { for word; do printf '%s\\0' "$word"; done; }\n${commandCall(CALL)}`

    const argv = run('sh', ['-c', script]).split('\0')

    expect(argv.slice(0, 3)).toEqual(['http://127.0.0.1:9/cli.tgz', 'run', 'acme.mail.send'])
    expect(same(argv[argv.indexOf('--args') + 1] ?? '')).toBe(JSON.stringify(ALL))
  })
})

describe('JavaScript', () => {
  test('reads the literal as the value, prototypes included', () => {
    const program = `process.stdout.write(JSON.stringify(${scriptLiteral(ALL)}))`

    expect(run(process.execPath, ['-'], program)).toBe(JSON.stringify(ALL))
  })

  test('calls the skill with it', () => {
    // Replaces the client by one that prints its arguments.
    const program = typescriptCall(CALL)
      .replace(/^import .*\n/, 'const createClient = () => ({ call: (...given) => given })\n')
      .replace('console.log(output)', 'process.stdout.write(JSON.stringify(output))')

    const given = run(process.execPath, ['--input-type=module', '-'], program)

    expect(given).toBe(JSON.stringify(['acme.mail.send', ALL, { version: '1.2.0' }]))
  })
})

const withPython = skipUnless(
  spawnSync('python3', ['-c', 'import json, urllib.request']).status === 0,
  'needs python3',
)

describe('Python', () => {
  test('reads the literal as the value', withPython, () => {
    const program = `# -*- coding: utf-8 -*-\nimport json\nprint(json.dumps(${pythonLiteral(ALL)}))`

    expect(same(run('python3', ['-'], program))).toBe(JSON.stringify(ALL))
  })

  test('sends it', withPython, () => {
    const program = pythonCall(CALL).replace(
      /try:\n[\s\S]*$/,
      'print(json.dumps([request.full_url, request.headers["Authorization"], request.data.decode()]))',
    )

    const [url, key, body] = JSON.parse(run('python3', ['-'], program, { GUILDHALL_KEY: 'gh_x' }))

    expect([url, key]).toEqual(['http://127.0.0.1:9/api/skills/acme.mail.send/runs', 'Bearer gh_x'])
    expect(same(body)).toBe(JSON.stringify({ args: ALL, version: '1.2.0' }))
  })
})

describe('Python that is not answered with an output', () => {
  const error = {
    code: 'INVALID_INPUT',
    message: 'Some fields do not fit.',
    details: [{ path: '/to', message: 'must be text' }],
  }
  const answered = async (status: number, body: object) => {
    const server = http.createServer((_, reply) => reply.writeHead(status).end(JSON.stringify(body)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { ...process.env, GUILDHALL_KEY: 'gh_x' }
    const ended = promisify(execFile)('python3', ['-c', pythonCall({ ...CALL, args: {}, origin })], { env })
    return ended.catch((failed) => failed).finally(() => server.close())
  }

  test.each([
    ['a refusal', 422, { error }],
    ['a run that failed', 500, { status: 'failed', errors: [error], run_id: 'run_1' }],
  ])('names the field and the reason: %s', withPython, async (_, status, body) => {
    const { code, stdout, stderr } = await answered(status, body)

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '/to must be text\n',
      stderr: 'INVALID_INPUT: Some fields do not fit.\n',
    })
  })
})

test('text pasted into clients and sent to model APIs is JSON', () => {
  expect(JSON.parse(mcpConfig(CALL)).mcpServers.guildhall).toEqual({
    type: 'http',
    url: 'http://127.0.0.1:9/mcp?skills=acme.mail.send',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's own placeholder
    headers: { Authorization: 'Bearer ${GUILDHALL_KEY}' },
  })
  expect(JSON.parse(JSON.parse(openaiCall('acme__mail__send', ALL)).function.arguments)).toEqual(ALL)
  expect(JSON.parse(anthropicCall('acme__mail__send', ALL)).input).toEqual(ALL)
})
