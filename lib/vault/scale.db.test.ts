// Time and memory must stay bounded with many files and large ones; only the long run uses full sizes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { makeUser } from '../testing/factories.ts'
import { exportZip } from './archive/export-zip.ts'
import { importZip } from './archive/import-zip.ts'
import { listFiles } from './files/list-files.ts'
import { openVaultFile } from './files/read-file.ts'
import { deleteFile, renameFile } from './files/rename-file.ts'
import { writeFile } from './files/write-file.ts'
import { listJournal } from './history/history.ts'
import { undo } from './history/undo.ts'
import { searchText } from './search/search-text.ts'
import type { VaultWriter } from './vault.ts'

const LONG = Boolean(process.env.GUILDHALL_LONG)
const FILES = LONG ? 10_000 : 300
const MEGABYTE = 1024 * 1024
const LARGE_BYTES = (LONG ? 100 : 8) * MEGABYTE
/** Each look collects garbage, which takes long because test files share the process. */
const LOOK_EVERY = LARGE_BYTES / (LONG ? 4 : 2)

let vault: VaultWriter
beforeAll(async () => {
  const user = await makeUser()
  vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function liveBytes(): number {
  // Memory outside the heap is freed one collection after its owner.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function timed<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now()
  const value = await work()
  if (LONG) console.info(`${what}: ${Math.round(performance.now() - startedAt)} ms`)
  return value
}

const text = (index: number) =>
  `# Note ${index}\n\n${'Words of a note that no one looks for.\n'.repeat(50)}- item ${index} of ${FILES}\n`

describe(`${FILES} files`, () => {
  beforeAll(async () => {
    const files = Array.from({ length: FILES }, (_, index) => [
      `dir ${index % 100}/note ${index}.md`,
      Buffer.from(text(index)),
    ])
    const archive = zipSync(Object.fromEntries(files), { level: 1 })
    await timed('import', () => importZip(vault, archive, { prefix: 'Many' }))
  }, 600_000)

  test('are listed in pages that are the same whenever they are asked for', async () => {
    const seen = new Set<string>()
    let longestMs = 0
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const startedAt = performance.now()
      const page: Awaited<ReturnType<typeof listFiles>> = await listFiles(vault, {
        prefix: 'Many',
        recursive: true,
        limit: 500,
        offset,
      })
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      for (const { path } of page.items) seen.add(path)
      offset = page.nextOffset
    }
    if (LONG) console.info(`slowest page of 500: ${Math.round(longestMs)} ms`)
    expect(seen.size).toBe(FILES + Math.min(100, FILES))
    const all = await timed('one list of all', () =>
      listFiles(vault, { recursive: true, limit: 10_000, extensions: ['md'] }),
    )
    expect(all.items).toHaveLength(FILES)
  })

  test('are searched, and memory does not grow with their number', async () => {
    const before = liveBytes()

    const last = await timed('plain search', () => searchText(vault, { query: `item ${FILES - 1} of` }))
    const none = await timed('search that finds nothing', () =>
      searchText(vault, { query: 'nowhere to be found' }),
    )
    const pattern = await timed('pattern', () =>
      searchText(vault, { query: `item \\d*${FILES - 1} (of|in)\\b`, mode: 'regex' }, { longestMs: 60_000 }),
    )
    const hostile = await timed('hostile pattern', () =>
      searchText(vault, { query: '(\\w+\\s*)+!$', mode: 'regex' }, { longestMs: 1_000 }),
    )

    expect(last.matches).toMatchObject([{ line: 52, snippet: `- item ${FILES - 1} of ${FILES}` }])
    expect(none).toEqual({ matches: [], truncated: false })
    expect(pattern.matches.length).toBeGreaterThan(0)
    expect(hostile.matches).toEqual([])
    expect(liveBytes() - before).toBeLessThan(24 * MEGABYTE)
  })

  test('move, return and are deleted in one operation', async () => {
    await timed('rename', () => renameFile(vault, { fromPath: 'Many', toPath: 'Moved' }))
    const { items } = await listFiles(vault, { prefix: 'Moved', recursive: true, limit: 10_000 })
    expect(items.length).toBeGreaterThanOrEqual(FILES)
    await timed('delete', () => deleteFile(vault, { path: 'Moved' }))
    const [{ operationId } = { operationId: '' }] = await listJournal(vault, { limit: 1 })
    await timed('undo of the deletion', () => undo(vault, { operationIds: [operationId] }))
    expect((await listFiles(vault, { prefix: 'Moved/dir 1' })).items.length).toBe(FILES / 100)
    let sizeBytes = 0
    await timed('export', async () => {
      for await (const part of await exportZip(vault, {})) sizeBytes += part.length
    })
    expect(sizeBytes).toBeGreaterThan(FILES * 100)
  }, 600_000)
})

test(`a file of ${LARGE_BYTES / MEGABYTE} MB is written, searched, appended to and read, and memory does not grow`, async () => {
  const part = Buffer.from(
    'A line that is sixty-three characters long, with its ending: ok.\n'.repeat(8_192),
  ).subarray(0, 512 * 1024)
  const before = liveBytes()
  let peakBytes = 0
  const look = () => {
    peakBytes = Math.max(peakBytes, liveBytes() - before)
  }
  const content = async function* () {
    for (let sent = 0; sent < LARGE_BYTES; sent += part.length) {
      if (sent % LOOK_EVERY === 0) look()
      yield part
    }
  }

  await timed('write', () => writeFile(vault, { path: 'large.md', content: content() }))
  look()
  await timed('append', () => writeFile(vault, { path: 'large.md', content: 'the needle\n', mode: 'append' }))
  look()
  const found = await timed('search', () =>
    searchText(vault, { query: 'the needle', paths: ['large.md'] }, { longestMs: 60_000 }),
  )
  look()
  const file = await openVaultFile(vault, 'large.md')
  let read = 0
  await timed('read', async () => {
    for await (const piece of file.read({ start: 0, end: file.sizeBytes })) {
      read += piece.length
      if (read % LOOK_EVERY === 0) look()
    }
  })

  expect(read).toBe(LARGE_BYTES + 11)
  expect(found.matches).toMatchObject([
    { start: LARGE_BYTES, snippet: expect.stringContaining('the needle') },
  ])
  if (LONG) console.info(`memory: ${Math.round(peakBytes / MEGABYTE)} MB more at most`)
  expect(peakBytes).toBeLessThan(16 * MEGABYTE)
}, 600_000)
