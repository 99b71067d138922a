import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { GET as EXPORT, POST as IMPORT } from '#app/api/vault/archive/route.ts'
import { DELETE, GET, PUT } from '#app/api/vault/file/route.ts'
import { GET as LIST } from '#app/api/vault/files/route.ts'
import { GET as FIND } from '#app/api/vault/find/route.ts'
import { POST as UNDO } from '#app/api/vault/undo/route.ts'
import type { KeyScope } from '../../access/key-scopes.ts'
import { createKey } from '../../api-keys/manage-api-keys.ts'
import { paths } from '../../site/paths.ts'
import { contextFor, makeUser, type TestUser } from '../../testing/factories.ts'
import { listFileHistory } from '../../vault/history/history.ts'

let user: TestUser
let key: string
async function makeKey(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

beforeAll(async () => {
  user = await makeUser()
  key = await makeKey(user, ['read', 'write'])
})

type Sent = { key?: string | null; headers?: Record<string, string> }

function asked(path: string, method: string, { key: sent, headers }: Sent = {}, body?: BodyInit): Request {
  const authorization = sent === null ? undefined : `Bearer ${sent ?? key}`
  const init = {
    method,
    headers: { ...(authorization && { authorization }), ...headers },
    body,
    duplex: 'half',
  }
  return new Request(`http://localhost${path}`, init as RequestInit)
}

const put = (path: string, body: BodyInit, sent?: Sent) =>
  PUT(asked(paths.vaultBytes(path), 'PUT', sent, body))
const get = (path: string, sent?: Sent) => GET(asked(paths.vaultBytes(path), 'GET', sent))
const list = (prefix: string, sent?: Sent) =>
  LIST(asked(`${paths.vaultList(prefix)}&recursive=true`, 'GET', sent))
const find = (name: string, sent?: Sent) => FIND(asked(paths.vaultFind(name), 'GET', sent))
const post = (body: unknown, sent?: Sent) => UNDO(asked(paths.vaultUndo, 'POST', sent, JSON.stringify(body)))
const bring = (query: string, body: Uint8Array, sent?: Sent) =>
  IMPORT(asked(`/api/vault/archive${query}`, 'POST', sent, Buffer.from(body)))

async function refusal(answer: Promise<Response>) {
  const response = await answer
  return [response.status, (await response.json()).error.code]
}

describe('a file over HTTP', () => {
  test('is stored, read whole and in ranges, listed and moved to the trash', async () => {
    const made = await put('Web/a.md', 'Hello')
    const created = await made.json()
    expect([made.status, created]).toMatchObject([201, { path: 'Web/a.md', bytesWritten: 5 }])

    const whole = await get('Web/a.md')
    expect([whole.headers.get('etag'), await whole.text()]).toEqual([`"${created.etag}"`, 'Hello'])
    const part = await get('Web/a.md', { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'el'])
    const { items } = await (await list('Web')).json()
    expect((await (await find('a.m')).json()).items).toMatchObject([{ path: 'Web/a.md' }])
    expect(items).toMatchObject([{ path: 'Web/a.md', kind: 'file', sizeBytes: 5, etag: created.etag }])

    const gone = await DELETE(asked(paths.vaultBytes('Web/a.md'), 'DELETE'))
    expect(await gone.json()).toEqual({ path: 'Web/a.md', deleted: true, trashed: true })
    expect(await refusal(get('Web/a.md'))).toEqual([404, 'NOT_FOUND'])
  })

  test('is written only over the expected version, or only if nothing exists', async () => {
    const { etag } = await (await put('Web/b.md', 'one')).json()
    const over = (match: string) => put('Web/b.md', 'two', { headers: { 'if-match': match } })

    expect(await refusal(over('"other"'))).toEqual([409, 'CONFLICT'])
    expect(await refusal(over('W/"weak"'))).toEqual([400, 'INVALID_INPUT'])
    expect((await over(`"${etag}"`)).status).toBe(200)
    const onlyNew = { headers: { 'if-none-match': '*' } }
    expect(await refusal(put('Web/b.md', 'three', onlyNew))).toEqual([409, 'CONFLICT'])
    expect((await put('Web/new.md', 'three', onlyNew)).status).toBe(201)
    expect(await refusal(put('Web/new.md', 'x', { headers: { 'if-none-match': '"other"' } }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
    expect(await refusal(put('Web/none.md', 'x', { headers: { 'if-match': '*' } }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
  })

  test('is deleted only in the expected version', async () => {
    const { etag } = await (await put('Web/c.md', 'one')).json()
    const drop = (match: string) =>
      DELETE(asked(paths.vaultBytes('Web/c.md'), 'DELETE', { headers: { 'if-match': match } }))

    expect(await refusal(drop('"other"'))).toEqual([409, 'CONFLICT'])
    expect(await (await get('Web/c.md')).text()).toBe('one')
    expect((await drop(`"${etag}"`)).status).toBe(200)
    expect(await refusal(get('Web/c.md'))).toEqual([404, 'NOT_FOUND'])
  })

  test('runs nothing in a browser, whatever is in it', async () => {
    for (const name of ['x.html', 'x.svg', 'x.js', 'x.md', 'x']) {
      await put(`Web/${name}`, '<script>alert(1)</script>')
      const { headers } = await get(`Web/${name}`)
      expect(headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  test('with line breaks or quotes in its name breaks no header', async () => {
    await put('Web/a"b; c=é.txt', 'x')

    const disposition = (await get('Web/a"b; c=é.txt')).headers.get('content-disposition')

    expect(disposition).toBe(`inline; filename="a_b; c=_.txt"; filename*=UTF-8''a%22b%3B%20c%3D%C3%A9.txt`)
  })
})

describe('is refused', () => {
  test('bytes that a client has serialised as JSON: nothing is written', async () => {
    const headers = { 'content-type': 'application/json' }

    expect(await refusal(put('Web/serialised.json', '{}', { headers }))).toEqual([400, 'INVALID_INPUT'])
    expect((await get('Web/serialised.json')).status).toBe(404)
  })

  test.each(['../x', '/etc/passwd', 'a/../x', 'C:/x', 'a\\b', 'http://x', 'a\0b', 'a\nb', 'a\u202eb'])(
    '%j, which is not a valid path',
    async (path) => {
      expect(await refusal(put(path, 'x'))).toEqual([403, 'POLICY_DENIED'])
      expect(await refusal(get(path))).toEqual([403, 'POLICY_DENIED'])
    },
  )

  test('a request without credentials, or from a page of another site', async () => {
    expect(await refusal(get('Web/b.md', { key: 'gh_nobody' }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refusal(put('x', 'x', { key: null, headers: { origin: 'http://evil.example' } }))).toEqual([
      403,
      'POLICY_DENIED',
    ])
  })

  test('a key that may only read, to write; one that may only run, to read', async () => {
    const reader = { key: await makeKey(user, ['read']) }
    const runner = { key: await makeKey(user, ['run']) }

    expect((await get('Web/b.md', reader)).status).toBe(200)
    for (const answer of [
      put('Web/b.md', 'x', reader),
      DELETE(asked(paths.vaultBytes('Web/b.md'), 'DELETE', reader)),
      post({ runId: 'x' }, reader),
      bring('', zipSync({}), reader),
      get('Web/b.md', runner),
      list('', runner),
      find('', runner),
      EXPORT(asked('/api/vault/archive', 'GET', runner)),
    ])
      expect(await refusal(answer)).toEqual([403, 'POLICY_DENIED'])
  })

  test('other organisations, for which the file does not exist', async () => {
    const stranger = { key: await makeKey(await makeUser(), ['read', 'write']) }

    expect(await refusal(get('Web/b.md', stranger))).toEqual([404, 'NOT_FOUND'])
    expect((await (await list('', stranger)).json()).items).toEqual([])
    expect((await (await find('', stranger)).json()).items).toEqual([])
  })

  test.each([
    {},
    { runId: 1 },
    { operationIds: [] },
    { operationIds: [1] },
    { runId: 'a', planRunId: 'b' },
    [],
    'x',
  ])('%j as the target of undo', async (body) => {
    expect(await refusal(post(body))).toEqual([400, 'INVALID_INPUT'])
  })
})

test('a change is undone', async () => {
  await put('Undo/a.md', 'one')
  const { operationId } = await (await post({ operationIds: await latestOf('Undo/a.md') })).json()

  expect(await refusal(get('Undo/a.md'))).toEqual([404, 'NOT_FOUND'])
  await post({ operationIds: [operationId] })
  expect(await (await get('Undo/a.md')).text()).toBe('one')
})

async function latestOf(path: string): Promise<string[]> {
  const ctx = await contextFor(user)
  const lines = await listFileHistory({ db: ctx.db, organisationId: user.organisation.id }, path)
  return lines.slice(0, 1).map(({ operationId }) => operationId)
}

describe('an archive', () => {
  const FILES = {
    'a.md': strToU8('one'),
    'sub/日本.md': strToU8('two'),
    'sub/photo.png': Uint8Array.from({ length: 70_000 }, (_, at) => at % 251),
    'empty/': new Uint8Array(0),
    '__MACOSX/._a.md': strToU8('litter'),
  }

  test('round-trips with the same files, empty folders included', async () => {
    const answer = await bring('?prefix=Box', zipSync(FILES))
    expect(await answer.json()).toEqual({ prefix: 'Box', files: 3, folders: 3 })

    const out = await EXPORT(asked(paths.vaultArchive('Box'), 'GET'))

    expect(out.headers.get('content-disposition')).toContain('attachment; filename="Box.zip"')
    const { '__MACOSX/._a.md': _, ...ours } = FILES
    expect(unzipSync(new Uint8Array(await out.arrayBuffer()))).toEqual(ours)
  })

  test('with an existing path changes nothing without a collision strategy', async () => {
    const both = zipSync({ 'new.md': strToU8('x'), 'a.md': strToU8('other') })

    expect(await refusal(bring('?prefix=Box', both))).toEqual([409, 'CONFLICT'])
    expect(await refusal(get('Box/new.md'))).toEqual([404, 'NOT_FOUND'])
    expect((await bring('?prefix=Box&collisionStrategy=create-unique', both)).status).toBe(200)
    expect(await (await get('Box/a (2).md')).text()).toBe('other')
    expect((await bring('?prefix=Box&collisionStrategy=overwrite', both)).status).toBe(200)
    expect(await (await get('Box/a.md')).text()).toBe('other')
    expect(await refusal(bring('?collisionStrategy=guess', both))).toEqual([400, 'INVALID_INPUT'])
  })

  test('whose names exist gets unique ones, next to its own', async () => {
    await put('Twice/a.md', 'there')
    const archive = zipSync({ 'a.md': strToU8('brought'), 'a (2).md': strToU8('second') })

    expect((await bring('?prefix=Twice&collisionStrategy=create-unique', archive)).status).toBe(200)

    expect(await (await get('Twice/a (2).md')).text()).toBe('second')
    expect(await (await get('Twice/a (3).md')).text()).toBe('brought')
  })

  /** Changes one byte of the first file's content. */
  function withDamage(archive: Uint8Array): Uint8Array {
    const damaged = Uint8Array.from(archive)
    damaged[30 + 'a.md'.length] = 0
    return damaged
  }

  test.each<[string, Uint8Array]>([
    ['a way out', zipSync({ '../x': strToU8('x') })],
    ['a link', zipSync({ x: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })],
    ['two names that differ by case', zipSync({ 'a.md': strToU8('x'), 'A.md': strToU8('y') })],
    ['a file and a folder of one name', zipSync({ a: strToU8('x'), 'a/b.md': strToU8('y') })],
    ['a file where a folder is listed', zipSync({ a: strToU8('x'), 'A/': new Uint8Array(0) })],
    ['two folders that differ by case', zipSync({ 'a/x.md': strToU8('x'), 'A/y.md': strToU8('y') })],
    ['a file that is not an archive', strToU8('PK and no more')],
    [
      'a file that does not match its checksum',
      withDamage(zipSync({ 'a.md': strToU8('whole') }, { level: 0 })),
    ],
  ])('with %s is refused, and none of it is stored', async (_what, archive) => {
    expect(await refusal(bring('?prefix=Hostile', archive))).toEqual([400, 'INVALID_INPUT'])
    expect(await refusal(list('Hostile'))).toEqual([404, 'NOT_FOUND'])
  })

  test('of an address in its names is refused by the rule of paths', async () => {
    expect(await refusal(bring('', zipSync({ 'http://x': strToU8('x') })))).toEqual([403, 'POLICY_DENIED'])
  })
})
