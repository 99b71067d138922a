/** A vault of ten gigabytes at the built site: every operation works, and the web server holds none of it in memory. */
import { createHash, randomFillSync } from 'node:crypto'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryByPart } from '#lib/testing/part-memory.ts'
import { inLongRun } from '#lib/testing/skip-unless.ts'
import { startTestSite, type TestSite } from '#lib/testing/start-test-site.ts'

const GIGABYTES = Number(process.env.GUILDHALL_VAULT_GB) || 10
const MEGABYTE = 1024 * 1024
const FILE_BYTES = 64 * MEGABYTE
const FILES_PER_FOLDER = 32
const NOTES_PER_ARCHIVE = 2_000
const NOTE_BYTES = 25_000
const ARCHIVES = 5
/** Megabytes that the buffers of concurrent uploads and downloads may take. */
const MEMORY_GROWTH_MB = 700

let site: TestSite
let key: string

describe('a large vault', inLongRun, () => {
  beforeAll(async () => {
    site = await startTestSite({ GUILDHALL_VAULT_QUOTA_MB: String(GIGABYTES * 1024) })
    const { makePayer } = await import('#lib/testing/cluster/paid-load.ts')
    key = (await makePayer()).key
  }, 600_000)
  afterAll(() => site?.stop())

  test(`${GIGABYTES} GB are written, listed, found, read, archived, deleted and restored`, async () => {
    const before = memoryByPart(site)['web server']!
    let peakMb = 0
    const watching = setInterval(() => {
      peakMb = Math.max(peakMb, memoryByPart(site)['web server']!)
    }, 500)

    const notes = await importNotes()
    const { byPath, seconds } = await writeUntilFull(notes)
    const [somePath, someDigest] = [...byPath].at(-1)!

    const listMs = await timeOf(() => call('/api/vault/files?recursive=true&limit=10000'))
    const findMs = await timeOf(() => call('/api/vault/find?name=note-4-1999'))
    const found = await (await call('/api/vault/find?name=note-4-1999')).json()
    expect(JSON.stringify(found)).toContain('Notes/4/note-4-1999.txt')

    expect(await digestOf(await call(fileUrl(somePath)))).toBe(someDigest)
    const tail = await call(fileUrl(somePath), { headers: { range: 'bytes=-100' } })
    expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 100])

    const refused = await call('/api/vault/archive')
    if (GIGABYTES >= 4)
      expect([refused.status, await refused.text()]).toEqual([412, expect.stringContaining('one archive')])
    else await refused.body?.cancel()
    const archived = await lengthOf(await call('/api/vault/archive?prefix=Large/0'))
    expect(archived).toBeGreaterThan(Math.min(FILES_PER_FOLDER, byPath.size) * FILE_BYTES)

    const deleteMs = await timeOf(() => call(fileUrl(somePath), { method: 'DELETE' }))
    expect((await call(fileUrl(somePath))).status).toBe(404)
    const [last] = (await (await call('/api/vault/history')).json()).lines
    await call('/api/vault/undo', {
      method: 'POST',
      body: JSON.stringify({ operationIds: [last.operationId] }),
    })
    expect(await digestOf(await call(fileUrl(somePath)))).toBe(someDigest)

    clearInterval(watching)
    console.log(
      `${byPath.size + notes} files, ${GIGABYTES} GB in ${seconds} s; list of 10,000 ${listMs} ms, ` +
        `find ${findMs} ms, delete ${deleteMs} ms; web server ${before} → at most ${peakMb} MB`,
    )
    expect(before).toBeGreaterThan(0)
    expect(peakMb - before).toBeLessThan(MEMORY_GROWTH_MB)
  }, 3_600_000)
})

const fileUrl = (path: string) => `/api/vault/file?path=${encodeURIComponent(path)}`

function call(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  return fetch(`${site.origin}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...headers } })
}

/** Returns the number of imported notes. */
async function importNotes(): Promise<number> {
  for (let archive = 0; archive < ARCHIVES; archive += 1) {
    const notes = Array.from({ length: NOTES_PER_ARCHIVE }, (_, n) => {
      const text = randomFillSync(Buffer.alloc(NOTE_BYTES / 2)).toString('hex')
      return [`note-${archive}-${n}.txt`, Buffer.from(text)] as const
    })
    const body = zipSync(Object.fromEntries(notes), { level: 6 })
    const answer = await call(`/api/vault/archive?prefix=Notes/${archive}`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
  }
  return ARCHIVES * NOTES_PER_ARCHIVE
}

/** Writes files until one is refused because it exceeds the quota. */
async function writeUntilFull(notes: number) {
  const byPath = new Map<string, string>()
  const startedAt = performance.now()
  const room = Math.floor((GIGABYTES * 1024 * MEGABYTE - notes * NOTE_BYTES) / FILE_BYTES)
  for (let n = 0; ; n += 1) {
    const path = `Large/${Math.floor(n / FILES_PER_FOLDER)}/file-${n}.bin`
    const body = randomFillSync(Buffer.alloc(FILE_BYTES))
    const answer = await call(fileUrl(path), { method: 'PUT', body })
    if (n === room) {
      expect([answer.status, await answer.text()]).toEqual([412, expect.stringContaining('limited')])
      break
    }
    expect([answer.status, await answer.text()]).toEqual([201, expect.anything()])
    byPath.set(path, createHash('sha256').update(body).digest('hex'))
  }
  return { byPath, seconds: Math.round((performance.now() - startedAt) / 1000) }
}

async function digestOf(answer: Response): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of answer.body!) hash.update(part)
  return hash.digest('hex')
}

async function lengthOf(answer: Response): Promise<number> {
  let length = 0
  for await (const part of answer.body!) length += part.length
  return length
}

async function timeOf(work: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now()
  const answer = await work()
  await answer.arrayBuffer()
  expect(answer.status).toBe(200)
  return Math.round(performance.now() - startedAt)
}
