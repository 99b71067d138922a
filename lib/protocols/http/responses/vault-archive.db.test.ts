import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { GET as EXPORT } from '#app/api/vault/archive/route.ts'
import { RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeVaultKey, refusalIn, setUpVaultRoutes } from '../../../testing/setup/storage/vault-routes.ts'

const { importArchive, requestTo, getFile, putFile, listFolder } = setUpVaultRoutes()

describe('an archive', () => {
  const FILES = {
    'a.md': strToU8('one'),
    'sub/日本.md': strToU8('two'),
    'sub/photo.png': Uint8Array.from({ length: 70_000 }, (_, at) => at % 251),
    'empty/': new Uint8Array(0),
    '__MACOSX/._a.md': strToU8('litter'),
  }

  test('round-trips with the same files, empty folders included', async () => {
    const answer = await importArchive('?prefix=Box', zipSync(FILES))
    expect(await answer.json()).toEqual({ prefix: 'Box', files: 3, folders: 3 })

    const out = await EXPORT(requestTo(paths.vaultArchive('Box'), 'GET'))

    expect(out.headers.get('content-disposition')).toContain('attachment; filename="Box.zip"')
    const { '__MACOSX/._a.md': _, ...ours } = FILES
    expect(unzipSync(new Uint8Array(await out.arrayBuffer()))).toEqual(ours)
  })

  test('with an existing path changes nothing without a collision strategy', async () => {
    const both = zipSync({ 'new.md': strToU8('x'), 'a.md': strToU8('other') })

    expect(await refusalIn(importArchive('?prefix=Box', both))).toEqual([409, 'CONFLICT'])
    expect(await refusalIn(getFile('Box/new.md'))).toEqual([404, 'NOT_FOUND'])
    expect((await importArchive('?prefix=Box&collisionStrategy=create-unique', both)).status).toBe(200)
    expect(await (await getFile('Box/a (2).md')).text()).toBe('other')
    expect((await importArchive('?prefix=Box&collisionStrategy=overwrite', both)).status).toBe(200)
    expect(await (await getFile('Box/a.md')).text()).toBe('other')
    expect(await refusalIn(importArchive('?collisionStrategy=guess', both))).toEqual([400, 'INVALID_INPUT'])
  })

  test('whose names exist gets unique ones, next to its own', async () => {
    await putFile('Twice/a.md', 'there')
    const archive = zipSync({ 'a.md': strToU8('brought'), 'a (2).md': strToU8('second') })

    expect((await importArchive('?prefix=Twice&collisionStrategy=create-unique', archive)).status).toBe(200)

    expect(await (await getFile('Twice/a (2).md')).text()).toBe('second')
    expect(await (await getFile('Twice/a (3).md')).text()).toBe('brought')
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
    expect(await refusalIn(importArchive('?prefix=Hostile', archive))).toEqual([400, 'INVALID_INPUT'])
    expect(await refusalIn(listFolder('Hostile'))).toEqual([404, 'NOT_FOUND'])
  })

  test('of an address in its names is refused by the rule of paths', async () => {
    expect(await refusalIn(importArchive('', zipSync({ 'http://x': strToU8('x') })))).toEqual([
      403,
      'POLICY_DENIED',
    ])
  })
})

test('an import counts as a costly call, so that unpacking cannot be asked for at any rate', async () => {
  const user = await makeUser()
  const key = await makeVaultKey(user, ['write'])
  const archive = zipSync({ 'a.md': strToU8('x') })
  expect((await importArchive('?prefix=One', archive, { key })).status).toBe(200)
  const { name, points } = RATE_LIMITS.costlyByPerson
  await database().rateLimit.updateMany({ where: { key: `${name}:${user.id}` }, data: { points } })

  expect(await refusalIn(importArchive('?prefix=Two', archive, { key }))).toEqual([
    429,
    'RATE_LIMIT_EXCEEDED',
  ])
  expect((await putFile('Two/a.md', 'x', { key })).status).toBe(201)
})
