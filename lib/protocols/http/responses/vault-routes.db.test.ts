import { describe, expect, test } from 'vitest'
import { DELETE } from '#app/api/vault/file/route.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { contextFor } from '../../../testing/factories.ts'
import { refusalIn, setUpVaultRoutes } from '../../../testing/setup/storage/vault-routes.ts'
import { listFileHistory } from '../../../vault/history/history.ts'

const caller = setUpVaultRoutes()
const { putFile, getFile, listFolder, findFile, requestTo, postUndo } = caller

describe('a file over HTTP', () => {
  test('is stored, read whole and in ranges, listed and moved to the trash', async () => {
    const made = await putFile('Web/a.md', 'Hello')
    const created = await made.json()
    expect([made.status, created]).toMatchObject([201, { path: 'Web/a.md', bytesWritten: 5 }])

    const whole = await getFile('Web/a.md')
    expect([whole.headers.get('etag'), await whole.text()]).toEqual([`"${created.etag}"`, 'Hello'])
    const part = await getFile('Web/a.md', { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'el'])
    const { items } = await (await listFolder('Web')).json()
    expect((await (await findFile('a.m')).json()).items).toMatchObject([{ path: 'Web/a.md' }])
    expect(items).toMatchObject([{ path: 'Web/a.md', kind: 'file', sizeBytes: 5, etag: created.etag }])

    const gone = await DELETE(requestTo(paths.vaultBytes('Web/a.md'), 'DELETE'))
    expect(await gone.json()).toEqual({
      path: 'Web/a.md',
      deleted: true,
      trashed: true,
      etag: created.etag,
    })
    expect(await refusalIn(getFile('Web/a.md'))).toEqual([404, 'NOT_FOUND'])
  })

  test('is written only over the expected version, or only if nothing exists', async () => {
    const { etag } = await (await putFile('Web/b.md', 'one')).json()
    const over = (match: string) => putFile('Web/b.md', 'two', { headers: { 'if-match': match } })

    expect(await refusalIn(over('"other"'))).toEqual([409, 'CONFLICT'])
    expect(await refusalIn(over('W/"weak"'))).toEqual([400, 'INVALID_INPUT'])
    expect((await over(`"${etag}"`)).status).toBe(200)
    const onlyNew = { headers: { 'if-none-match': '*' } }
    expect(await refusalIn(putFile('Web/b.md', 'three', onlyNew))).toEqual([409, 'CONFLICT'])
    expect((await putFile('Web/new.md', 'three', onlyNew)).status).toBe(201)
    expect(await refusalIn(putFile('Web/new.md', 'x', { headers: { 'if-none-match': '"other"' } }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
    expect(await refusalIn(putFile('Web/none.md', 'x', { headers: { 'if-match': '*' } }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
  })

  test('is deleted only in the expected version', async () => {
    const { etag } = await (await putFile('Web/c.md', 'one')).json()
    const drop = (match: string) =>
      DELETE(requestTo(paths.vaultBytes('Web/c.md'), 'DELETE', { headers: { 'if-match': match } }))

    expect(await refusalIn(drop('"other"'))).toEqual([409, 'CONFLICT'])
    expect(await (await getFile('Web/c.md')).text()).toBe('one')
    expect((await drop(`"${etag}"`)).status).toBe(200)
    expect(await refusalIn(getFile('Web/c.md'))).toEqual([404, 'NOT_FOUND'])
  })

  test('runs nothing in a browser, whatever is in it', async () => {
    for (const name of ['x.html', 'x.svg', 'x.js', 'x.md', 'x']) {
      await putFile(`Web/${name}`, '<script>alert(1)</script>')
      const { headers } = await getFile(`Web/${name}`)
      expect(headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  test('with line breaks or quotes in its name breaks no header', async () => {
    await putFile('Web/a"b; c=é.txt', 'x')

    const disposition = (await getFile('Web/a"b; c=é.txt')).headers.get('content-disposition')

    expect(disposition).toBe(`inline; filename="a_b; c=_.txt"; filename*=UTF-8''a%22b%3B%20c%3D%C3%A9.txt`)
  })
})

test('a change is undone', async () => {
  await putFile('Undo/a.md', 'one')
  const { operationId } = await (await postUndo({ operationIds: await latestOf('Undo/a.md') })).json()

  expect(await refusalIn(getFile('Undo/a.md'))).toEqual([404, 'NOT_FOUND'])
  await postUndo({ operationIds: [operationId] })
  expect(await (await getFile('Undo/a.md')).text()).toBe('one')
})

async function latestOf(path: string): Promise<string[]> {
  const ctx = await contextFor(caller.user)
  const lines = await listFileHistory({ db: ctx.db, organisationId: caller.user.organisation.id }, path)
  return lines.slice(0, 1).map(({ operationId }) => operationId)
}
