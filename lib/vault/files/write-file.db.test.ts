import { beforeAll, describe, expect, test } from 'vitest'
import { makeVault, pathsOf } from '../../testing/setup/storage/vault.ts'
import { changeVault } from '../change/change-vault.ts'
import { newFolder } from '../change/resolve-paths.ts'
import type { VaultWriter } from '../vault.ts'
import { createFile } from './create-file.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

let vault: VaultWriter

beforeAll(async () => {
  vault = await makeVault()
})

describe('writeFile', () => {
  test('writeFile with an outdated etag is a CONFLICT that states the current one, and writes nothing', async () => {
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

  test('writeFile appends, and simultaneous appends lose nothing', async () => {
    await writeFile(vault, { path: 'log.md', content: '' })

    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((each) =>
        writeFile(vault, { path: 'log.md', content: `${each}\n`, mode: 'append' }),
      ),
    )

    const lines = (await readFile(vault, { path: 'log.md' })).content.trim().split('\n')
    expect(lines.sort()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('writeFile with identical content changes nothing', async () => {
    const first = await writeFile(vault, { path: 'same.md', content: 'same' })

    const again = await writeFile(vault, { path: 'same.md', content: 'same' })

    expect(again).toEqual({ ...first, effects: {} })
  })

  test('writeFile reports in a dry run what would happen, and changes nothing', async () => {
    const dry = { ...vault, dryRun: true }

    const would = await writeFile(dry, { path: 'dry.md', content: 'x' })

    expect(would).toMatchObject({ path: 'dry.md', bytesWritten: 1, effects: { created: ['dry.md'] } })
    await expect(readFile(vault, { path: 'dry.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await createFile(vault, { path: 'over.md', content: 'There already.' })
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
  test('a repeated write of one run returns the first result, and writes nothing', async () => {
    const caused = { ...vault, cause: { runId: 'run_once' } }
    const wanted = { path: 'once.md', content: 'x', collisionStrategy: 'create-unique' as const }

    const [first, again] = [await createFile(caused, wanted), await createFile(caused, wanted)]
    const other = await createFile({ ...vault, cause: { runId: 'run_once', ordinal: 1 } }, wanted)

    expect(again).toEqual(first)
    expect(other.path).toBe('once (2).md')
    await expect(readFile(vault, { path: 'once (3).md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('simultaneous repeated writes of one run write once', async () => {
    const caused = { ...vault, cause: { runId: 'run_twice' } }
    const append = () => writeFile(caused, { path: 'twice.md', content: 'x', mode: 'append' })

    expect(await append()).toEqual(await append())
    await Promise.all([append(), append()])

    expect((await readFile(vault, { path: 'twice.md' })).content).toBe('x')
  })
})
