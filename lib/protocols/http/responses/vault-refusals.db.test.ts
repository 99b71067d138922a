import { zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { GET as EXPORT } from '#app/api/vault/archive/route.ts'
import { DELETE } from '#app/api/vault/file/route.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeVaultKey, refusalIn, setUpVaultRoutes } from '../../../testing/setup/storage/vault-routes.ts'

const caller = setUpVaultRoutes()
const { putFile, getFile, requestTo, postUndo, importArchive, listFolder, findFile } = caller

beforeAll(async () => {
  await putFile('Web/b.md', 'There is something to refuse.')
})

describe('is refused', () => {
  test('bytes that a client has serialised as JSON: nothing is written', async () => {
    const headers = { 'content-type': 'application/json' }

    expect(await refusalIn(putFile('Web/serialised.json', '{}', { headers }))).toEqual([400, 'INVALID_INPUT'])
    expect((await getFile('Web/serialised.json')).status).toBe(404)
  })

  test.each(['../x', '/etc/passwd', 'a/../x', 'C:/x', 'a\\b', 'http://x', 'a\0b', 'a\nb', 'a\u202eb'])(
    '%j, which is not a valid path',
    async (path) => {
      expect(await refusalIn(putFile(path, 'x'))).toEqual([403, 'POLICY_DENIED'])
      expect(await refusalIn(getFile(path))).toEqual([403, 'POLICY_DENIED'])
    },
  )

  test('a request without credentials, or from a page of another site', async () => {
    expect(await refusalIn(getFile('Web/b.md', { key: 'gh_nobody' }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(
      await refusalIn(putFile('x', 'x', { key: null, headers: { origin: 'http://evil.example' } })),
    ).toEqual([403, 'POLICY_DENIED'])
  })

  test('a key that may only read, to write; one that may only run, to read', async () => {
    const reader = { key: await makeVaultKey(caller.user, ['read']) }
    const runner = { key: await makeVaultKey(caller.user, ['run']) }

    expect((await getFile('Web/b.md', reader)).status).toBe(200)
    for (const answer of [
      putFile('Web/b.md', 'x', reader),
      DELETE(requestTo(paths.vaultBytes('Web/b.md'), 'DELETE', reader)),
      postUndo({ runId: 'x' }, reader),
      importArchive('', zipSync({}), reader),
      getFile('Web/b.md', runner),
      listFolder('', runner),
      findFile('', runner),
      EXPORT(requestTo('/api/vault/archive', 'GET', runner)),
    ])
      expect(await refusalIn(answer)).toEqual([403, 'POLICY_DENIED'])
  })

  test('other organisations, for which the file does not exist', async () => {
    const stranger = { key: await makeVaultKey(await makeUser(), ['read', 'write']) }

    expect(await refusalIn(getFile('Web/b.md', stranger))).toEqual([404, 'NOT_FOUND'])
    expect((await (await listFolder('', stranger)).json()).items).toEqual([])
    expect((await (await findFile('', stranger)).json()).items).toEqual([])
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
    expect(await refusalIn(postUndo(body))).toEqual([400, 'INVALID_INPUT'])
  })
})
