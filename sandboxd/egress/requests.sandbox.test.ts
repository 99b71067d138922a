/** Requests with forms, files and streams, and requests that are sent again, in both languages. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { setUpPython } from '../../lib/testing/setup/runs/python-run.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => unknown

let answer: Answer
const origin = http.createServer((request, response) => answer(request, response))
let network: Pick<SandboxJob, 'network' | 'ownHosts'>

beforeAll(async () => {
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port } = origin.address() as AddressInfo
  network = { network: ['api.example'], ownHosts: [{ host: 'api.example', mockPort: port }] }
})
afterAll(() => {
  origin.closeAllConnections()
  origin.close()
})

const sandbox = connectSandbox()
const { runPython } = setUpPython()
const run = (body: string, changes: Partial<SandboxJob> = {}) =>
  sandbox.execute(
    makeJob(`export default async ({ context }) => { const url = 'https://api.example/'; ${body} }`, {
      ...network,
      ...changes,
    }),
  )
const python = (body: string, changes: Partial<SandboxJob> = {}) =>
  runPython(
    `import runtime\ndef main(args):\n    url = "https://api.example/"\n${body
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')}`,
    { ...network, ...changes },
  )

/** Answers with what a server reads from the body as a form or as text. */
const readForm: Answer = async (request, response) => {
  const type = request.headers['content-type'] ?? ''
  const body = await new Response(await text(request), { headers: { 'content-type': type } })
  if (!/form/.test(type)) return response.end(JSON.stringify({ type, text: await body.text() }))
  const fields: Record<string, unknown> = {}
  for (const [name, value] of await body.formData())
    fields[name] = typeof value === 'string' ? value : [value.name, value.type, await value.text()]
  response.end(JSON.stringify(fields))
}

const FIELDS = { name: 'Ada & Bob', note: 'é=1' }
const WITH_FILE = { name: 'Ada & Bob', file: ['a.csv', 'text/csv', 'a,b\n1,2'] }

describe('a form is posted', () => {
  beforeEach(() => {
    answer = readForm
  })

  // biome-ignore format: table
  test.each([
    ['as URLSearchParams',        `new URLSearchParams({ name: 'Ada & Bob', note: 'é=1' })`, FIELDS],
    ['as FormData',               `(() => { const form = new FormData(); form.append('name', 'Ada & Bob'); form.append('note', 'é=1'); return form })()`, FIELDS],
    ['as FormData with a file',   `(() => { const form = new FormData(); form.append('name', 'Ada & Bob'); form.append('file', new File(['a,b\\n', '1,2'], 'a.csv', { type: 'text/csv' })); return form })()`, WITH_FILE],
    ['as a Blob with its type',   `new Blob(['a,b'], { type: 'text/csv' })`, { type: 'text/csv', text: 'a,b' }],
    ['as bytes',                  `new Uint8Array([97, 98])`, { type: '', text: 'ab' }],
  ])('from JavaScript %s', async (_, body, expected) => {
    const outcome = await run(`return (await fetch(url, { method: 'POST', body: ${body} })).json()`)

    expect(outcome).toMatchObject({ kind: 'returned', value: expected })
  })

  // biome-ignore format: table
  test.each([
    ['of fields',             `form={"name": "Ada & Bob", "note": "é=1"}`, FIELDS],
    ['with a file',           `form={"name": "Ada & Bob"}, files={"file": ("a.csv", b"a,b\\n1,2", "text/csv")}`, WITH_FILE],
    ['of bytes',              `body=b"ab", headers={"Content-Type": "text/csv"}`, { type: 'text/csv', text: 'ab' }],
    ['of text',               `body="ab"`, { type: 'text/plain;charset=UTF-8', text: 'ab' }],
    ['of a value as JSON',    `json={"a": [1]}`, { type: 'application/json', text: '{"a": [1]}' }],
  ])('from Python %s', async (_, given, expected) => {
    const outcome = await python(`return runtime.fetch(url, "POST", ${given}).json()`)

    expect(outcome).toMatchObject({ kind: 'returned', value: expected })
  })

  test('from Python not of a value that JSON cannot represent', async () => {
    const outcome = await python(`return runtime.fetch(url, "POST", json={"a": {1}}).status`)

    const message = 'fetch(json=) must get data that JSON can represent: /a is a set (use sorted or list)'
    expect(outcome).toMatchObject({ kind: 'threw', error: { message: expect.stringContaining(message) } })
  })

  test('from Python not with two bodies', async () => {
    const outcome = await python(`return runtime.fetch(url, "POST", body="a", form={}).status`)

    expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError' } })
  })
})

describe('an answer is read while it arrives', () => {
  /** Sends its second part only when the code has shown, with another request, that it read the first. */
  beforeEach(() => {
    let goOn = () => {}
    answer = (request, response) => {
      if (request.url === '/go') {
        goOn()
        return response.end()
      }
      response.write('one')
      goOn = () => response.end('two')
    }
  })

  test('in JavaScript', async () => {
    const outcome = await run(`const reader = (await fetch(url)).body.getReader()
      const read = async () => { const { value } = await reader.read(); return value && new TextDecoder().decode(value) }
      const first = await read()
      await fetch(url + 'go')
      return [first, await read(), await read() ?? 'end']`)

    expect(outcome).toMatchObject({ kind: 'returned', value: ['one', 'two', 'end'] })
  })

  test('in Python', async () => {
    const outcome = await python(
      'parts = []\nfor part in runtime.fetch(url).iter_bytes():\n    parts.append(part.decode())\n    if len(parts) == 1: runtime.fetch(url + "go")\nreturn parts',
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: ['one', 'two'] })
  })
})

describe('a request that fails for a passing reason', () => {
  const seen: { method: string | undefined; body: string }[] = []
  /** Fails as often as there are answers, then answers "done". */
  const failWith = (...failures: Answer[]) => {
    seen.length = 0
    answer = async (request, response) => {
      seen.push({ method: request.method, body: await text(request) })
      const fail = failures.shift()
      if (fail) fail(request, response)
      else response.end('done')
    }
  }
  const busy: Answer = (_, response) => response.writeHead(503).end('busy')
  const waitFor =
    (seconds: string): Answer =>
    (_, response) =>
      response.writeHead(429, { 'retry-after': seconds }).end('later')
  const hangUp: Answer = (request) => request.socket.destroy()

  test('is sent again from JavaScript until it succeeds, with its body', async () => {
    failWith(busy, hangUp)

    const outcome = await run(
      `const response = await context.fetchWithRetry(url, { method: 'PUT', body: 'some' }); return [response.status, await response.text()]`,
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: [200, 'done'] })
    expect(seen).toEqual(Array(3).fill({ method: 'PUT', body: 'some' }))
    expect(outcome.requests).toHaveLength(3)
  })

  test('is sent again from Python', async () => {
    failWith(busy, hangUp)

    const outcome = await python('return runtime.fetch(url, attempts=3).text()')

    expect(outcome).toMatchObject({ kind: 'returned', value: 'done' })
    expect(seen).toHaveLength(3)
  })

  test('is sent again as long as the host says with Retry-After', async () => {
    failWith(waitFor('1'))
    const outcome = await run(
      `const begun = Date.now(); const { status } = await context.fetchWithRetry(url); return [status, Date.now() - begun >= 1000]`,
    )

    expect(outcome).toMatchObject({ value: [200, true] })
  })

  test('is answered at once if the host says to wait beyond the end of the run', async () => {
    failWith(waitFor('60'))
    const outcome = await run(`return (await context.fetchWithRetry(url)).status`)

    expect(outcome).toMatchObject({ value: 429 })
    expect(seen).toHaveLength(1)
  })

  test('is given up after the attempts, with the last answer', async () => {
    failWith(busy, busy, busy)
    const outcome = await run(`return (await context.fetchWithRetry(url, {}, { attempts: 2 })).text()`)

    expect(outcome).toMatchObject({ value: 'busy' })
    expect(seen).toHaveLength(2)
  })

  test('is sent once if its method may change something twice, unless the code says that it may be repeated', async () => {
    failWith(busy)
    const once = await run(`return (await context.fetchWithRetry(url, { method: 'POST', body: 'a' })).status`)
    failWith(busy)
    const again = await run(
      `return (await context.fetchWithRetry(url, { method: 'POST', body: 'a' }, { retryUnsafe: true })).status`,
    )

    expect([once, again]).toMatchObject([{ value: 503 }, { value: 200 }])
  })

  test('is sent once if its body is a stream, which cannot be read again', async () => {
    failWith(busy)
    const outcome = await run(
      `const body = new Blob(['a']).stream(); return (await context.fetchWithRetry(url, { method: 'PUT', body })).status`,
    )

    expect(outcome).toMatchObject({ value: 503 })
    expect(seen).toHaveLength(1)
  })

  test('is sent again as a Request with its body', async () => {
    failWith(busy)
    const outcome = await run(
      `return (await context.fetchWithRetry(new Request(url, { method: 'PUT', body: 'some' }))).status`,
    )

    expect(outcome).toMatchObject({ value: 200 })
    expect(seen).toEqual(Array(2).fill({ method: 'PUT', body: 'some' }))
  })

  test.each([
    ['a refusal', `'https://undeclared.example/'`, 0],
    ['a status that stays', 'url', 1],
  ])('is not meant by %s', async (_, url, count) => {
    failWith((_request, response) => response.writeHead(404).end())
    const outcome = await run(
      `return context.fetchWithRetry(${url}).then(({ status }) => status, (error) => error.message)`,
    )

    expect(outcome).toMatchObject({ kind: 'returned' })
    expect(seen).toHaveLength(count)
    expect(outcome.requests).toHaveLength(1)
  })

  test('waits no longer when it is aborted', async () => {
    failWith(waitFor('5'))
    const outcome = await run(
      `const abort = new AbortController()
       setTimeout(() => abort.abort(new Error('enough')), 50)
       return context.fetchWithRetry(url, { signal: abort.signal }).catch((error) => error.message)`,
    )

    expect(outcome).toMatchObject({ value: 'enough' })
  })
})
