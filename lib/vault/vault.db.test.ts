// Tests writing and reading files: what is created, what is refused, and which concurrent write succeeds.
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '../db/core/prisma-client.ts'
import { makeUser } from '../testing/factories.ts'
import { changeVault } from './change/change-vault.ts'
import { newFolder } from './change/resolve-paths.ts'
import { createFile, ensureFolder } from './files/create-file.ts'
import { listFiles } from './files/list-files.ts'
import { readFile } from './files/read-file.ts'
import { writeFile } from './files/write-file.ts'
import type { VaultWriter } from './vault.ts'

async function makeVault(): Promise<VaultWriter> {
  const user = await makeUser()
  return { db: database(), organisationId: user.organisation.id, userId: user.id }
}

let vault: VaultWriter
beforeAll(async () => {
  vault = await makeVault()
})

const pathsOf = async (of: VaultWriter) =>
  (await listFiles(of, { recursive: true })).items.map(({ path }) => path)

describe('createFile', () => {
  test('creates the file and its folders', async () => {
    const made = await createFile(vault, { path: 'Notes/2026/A.md', content: 'one' })

    expect(made).toMatchObject({
      path: 'Notes/2026/A.md',
      created: true,
      effects: { created: ['Notes', 'Notes/2026', 'Notes/2026/A.md'] },
    })
    expect(await readFile(vault, { path: 'Notes/2026/A.md' })).toMatchObject({
      content: 'one',
      etag: made.etag,
      mtimeMs: made.mtimeMs,
      truncated: false,
      encoding: 'utf-8',
    })
  })

  test('of an existing path is a CONFLICT, even if only the case differs', async () => {
    await createFile(vault, { path: 'there.md', content: 'first' })

    await expect(createFile(vault, { path: 'there.md', content: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(createFile(vault, { path: 'THERE.md', content: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '“THERE.md” differs only by case from “there.md”, which already exists.',
    })
    await expect(
      createFile(vault, { path: 'THERE.md', content: 'x', collisionStrategy: 'overwrite' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(createFile(vault, { path: 'notes/b.md', content: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(createFile(vault, { path: 'there.md/b.md', content: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await readFile(vault, { path: 'there.md' })).content).toBe('first')
  })

  test('finds another name if asked to, whatever the case', async () => {
    const create = (path: string) =>
      createFile(vault, { path, content: path, collisionStrategy: 'create-unique' })
    const paths = [
      'Unique/Title.md',
      'Unique/Title.md',
      'Unique/title.MD',
      'Unique/Title (2).md',
      'Unique/Title.md',
    ]

    const made: string[] = []
    for (const path of paths) made.push((await create(path)).path)

    expect(made).toEqual([
      'Unique/Title.md',
      'Unique/Title (2).md',
      'Unique/title (3).MD',
      'Unique/Title (2) (2).md',
      'Unique/Title (4).md',
    ])
  })

  test('overwrites if asked to, and only then created is false', async () => {
    await createFile(vault, { path: 'over.md', content: 'first' })

    const over = await createFile(vault, {
      path: 'over.md',
      content: 'second',
      collisionStrategy: 'overwrite',
    })

    expect(over).toMatchObject({ created: false, effects: { modified: ['over.md'] } })
    expect((await readFile(vault, { path: 'over.md' })).content).toBe('second')
    const folder = createFile(vault, { path: 'Notes', content: 'x', collisionStrategy: 'overwrite' })
    await expect(folder).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('of many simultaneous creations of one path, one succeeds', async () => {
    const all = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((each) => createFile(vault, { path: 'race.md', content: `${each}` })),
    )

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of many simultaneous requests for a unique name, each gets one', async () => {
    const wanted = { path: 'crowd.md', content: 'x', collisionStrategy: 'create-unique' as const }

    const all = await Promise.all([1, 2, 3, 4, 5].map(() => createFile(vault, wanted)))

    expect(new Set(all.map(({ path }) => path)).size).toBe(5)
  })
})

describe('writeFile', () => {
  test('with an outdated etag is a CONFLICT that states the current one, and writes nothing', async () => {
    const { etag } = await createFile(vault, { path: 'etag.md', content: 'one' })
    const { etag: second } = await writeFile(vault, { path: 'etag.md', content: 'two', expectedEtag: etag })

    await expect(
      writeFile(vault, { path: 'etag.md', content: 'three', expectedEtag: etag }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      options: {
        issues: [{ path: '/expectedEtag', keyword: 'etag', params: { path: 'etag.md', etag: second } }],
      },
    })
    await expect(
      writeFile(vault, { path: 'gone.md', content: 'x', expectedEtag: etag }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ params: { etag: null } }] },
    })
    expect((await readFile(vault, { path: 'etag.md' })).content).toBe('two')
  })

  test('of two writers with the same expected etag, one succeeds, and the other receives the new etag', async () => {
    const { etag } = await createFile(vault, { path: 'two.md', content: 'base' })
    const write = (content: string) => writeFile(vault, { path: 'two.md', content, expectedEtag: etag })

    const both = await Promise.allSettled([write('left'), write('right')])

    const won = both.filter((each) => each.status === 'fulfilled')
    const lost = both.filter((each) => each.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    const current = await readFile(vault, { path: 'two.md' })
    expect(current.etag).toBe(won[0]?.value.etag)
    expect(lost[0]?.reason).toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ params: { etag: current.etag } }] },
    })
  })

  test('appends, and simultaneous appends lose nothing', async () => {
    await writeFile(vault, { path: 'log.md', content: '' })

    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((each) =>
        writeFile(vault, { path: 'log.md', content: `${each}\n`, mode: 'append' }),
      ),
    )

    const lines = (await readFile(vault, { path: 'log.md' })).content.trim().split('\n')
    expect(lines.sort()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('of identical content changes nothing', async () => {
    const first = await writeFile(vault, { path: 'same.md', content: 'same' })

    const again = await writeFile(vault, { path: 'same.md', content: 'same' })

    expect(again).toEqual({ ...first, effects: {} })
  })

  test('reports in a dry run what would happen, and changes nothing', async () => {
    const dry = { ...vault, dryRun: true }

    const would = await writeFile(dry, { path: 'dry.md', content: 'x' })

    expect(would).toMatchObject({ path: 'dry.md', bytesWritten: 1, effects: { created: ['dry.md'] } })
    await expect(readFile(vault, { path: 'dry.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(writeFile(dry, { path: 'over.md', content: 'x', expectedEtag: 'no' })).rejects.toMatchObject(
      {
        code: 'CONFLICT',
      },
    )
  })
})

test('a write whose caller has stopped waiting changes nothing, however late the cancellation arrives', async () => {
  const stopped = new AbortController()
  const patient = { ...vault, signal: stopped.signal }

  const late = changeVault(patient, 'folder', async ({ now }) => {
    stopped.abort()
    return { changes: [newFolder('Late', now)], output: {} }
  })

  await expect(late).rejects.toThrow('aborted')
  await expect(createFile(patient, { path: 'Later.md', content: 'x' })).rejects.toThrow('aborted')
  expect((await pathsOf(vault)).filter((path) => path.startsWith('Late'))).toEqual([])
})

describe('a call that is made again under its run', () => {
  test('returns the first result, and writes nothing', async () => {
    const caused = { ...vault, cause: { runId: 'run_once' } }
    const wanted = { path: 'once.md', content: 'x', collisionStrategy: 'create-unique' as const }

    const [first, again] = [await createFile(caused, wanted), await createFile(caused, wanted)]
    const other = await createFile({ ...vault, cause: { runId: 'run_once', ordinal: 1 } }, wanted)

    expect(again).toEqual(first)
    expect(other.path).toBe('once (2).md')
    await expect(readFile(vault, { path: 'once (3).md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('even if both are simultaneous', async () => {
    const caused = { ...vault, cause: { runId: 'run_twice' } }
    const append = () => writeFile(caused, { path: 'twice.md', content: 'x', mode: 'append' })

    expect(await append()).toEqual(await append())
    await Promise.all([append(), append()])

    expect((await readFile(vault, { path: 'twice.md' })).content).toBe('x')
  })
})

describe('listFiles', () => {
  test('gives a folder’s own entries, or everything below, in pages that fit together', async () => {
    const own = await makeVault()
    await ensureFolder(own, { path: 'b/empty' })
    for (const path of ['b/c.md', 'a.md', 'B2.txt', 'b/d/e.MD', '.env'])
      await writeFile(own, { path, content: path })

    const all = ['.env', 'a.md', 'b', 'b/c.md', 'b/d', 'b/d/e.MD', 'b/empty', 'B2.txt']
    expect(await pathsOf(own)).toEqual(all)
    const inB = await listFiles(own, { prefix: 'b/' })
    expect(inB.items.map(({ path, kind }) => [path, kind])).toEqual([
      ['b/c.md', 'file'],
      ['b/d', 'folder'],
      ['b/empty', 'folder'],
    ])
    const paged: string[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<typeof listFiles>> = await listFiles(own, {
        recursive: true,
        limit: 3,
        offset,
      })
      paged.push(...page.items.map(({ path }) => path))
      expect(page.truncated).toBe(page.nextOffset !== undefined)
      offset = page.nextOffset
    }
    expect(paged).toEqual(all)
    const markdown = await listFiles(own, { recursive: true, extensions: ['.md', 'ENV'] })
    expect(markdown.items.map(({ path }) => path)).toEqual(['a.md', 'b/c.md', 'b/d/e.MD'])
    await expect(listFiles(own, { prefix: 'a.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(listFiles(own, { prefix: 'B' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(listFiles(own, { prefix: '../b' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('of another organisation’s vault shows nothing of this one', async () => {
    const stranger = await makeVault()

    expect((await listFiles(stranger)).items).toEqual([])
    await expect(readFile(stranger, { path: 'over.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('readFile', () => {
  const TEXT = 'a€😀é'

  test('counts in bytes, and never breaks a character', async () => {
    await writeFile(vault, { path: 'range.md', content: TEXT })
    const read = async (start: number, end: number, maxBytes?: number) => {
      const range = { start, end }
      const { content, truncated } = await readFile(vault, {
        path: 'range.md',
        range,
        ...(maxBytes && { maxBytes }),
      })
      return [content, truncated]
    }

    expect(await read(0, 10)).toEqual([TEXT, false])
    expect(await read(0, 4)).toEqual(['a€', false])
    expect(await read(0, 3)).toEqual(['a', true])
    expect(await read(2, 8)).toEqual(['😀', false])
    expect(await read(0, 10, 5)).toEqual(['a€', true])
    expect(await read(8, 100)).toEqual(['é', false])
    expect(await read(100, 200)).toEqual(['', false])
    await expect(read(5, 4)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('reads bytes as base64, and refuses to call them text', async () => {
    const bytes = Uint8Array.from([0, 255, 1])
    await writeFile(vault, { path: 'bytes.bin', content: bytes })

    expect(await readFile(vault, { path: 'bytes.bin', as: 'base64' })).toMatchObject({
      content: 'AP8B',
      encoding: 'base64',
    })
    await expect(readFile(vault, { path: 'bytes.bin' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

test('large content is read back as it came, whole and in ranges', async () => {
  const bytes = Buffer.alloc(
    1_300_000,
    Uint8Array.from({ length: 997 }, (_, at) => at % 256),
  )
  const { etag } = await writeFile(vault, { path: 'large.bin', content: bytes })

  const range = { start: 600_000, end: 700_000 }
  const { content } = await readFile(vault, { path: 'large.bin', as: 'base64', range })

  expect(Buffer.from(content, 'base64').equals(bytes.subarray(600_000, 700_000))).toBe(true)
  expect((await writeFile(vault, { path: 'large copy.bin', content: bytes })).etag).toBe(etag)
  await writeFile(vault, { path: 'large.bin', content: 'x', mode: 'append' })
  const [entry] = (await listFiles(vault)).items.filter(({ path }) => path === 'large.bin')
  expect(entry?.sizeBytes).toBe(1_300_001)
})
