import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as getCli } from '#app/cli.tgz/route.ts'
import { GET as getSdk } from '#app/sdk.tgz/route.ts'
import { CLI_ARCHIVE, SDK_ARCHIVE } from '../../../kernel/site/package-archives.ts'

let project: string

beforeEach(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-project-'))
  vi.spyOn(process, 'cwd').mockReturnValue(project)
})

afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(project, { recursive: true })
})

describe.each([
  ['/sdk.tgz', getSdk, SDK_ARCHIVE, 'npm run build:sdk'],
  ['/cli.tgz', getCli, CLI_ARCHIVE, 'npm run build:cli'],
])('%s', (address, route, archive, command) => {
  const get = (headers = {}) => route(new Request(`http://localhost${address}`, { headers }))

  test('sends the archive of the package with its digest', async () => {
    const file = path.join(project, archive)
    fs.mkdirSync(path.dirname(file))
    fs.writeFileSync(file, 'the archive')
    const digest = createHash('sha512').update('the archive').digest('base64')

    const response = await get()

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(response.headers.get('repr-digest')).toBe(`sha-512=:${digest}:`)
    expect(await response.text()).toBe('the archive')
    expect((await get({ 'if-none-match': response.headers.get('etag') })).status).toBe(304)
  })

  test('says what to do if the package was not built', async () => {
    const response = await get()

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { code: 'NOT_FOUND', suggested_action: expect.stringContaining(command) },
    })
  })
})
