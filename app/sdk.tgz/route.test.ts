import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SDK_ARCHIVE } from '#lib/kernel/site/sdk-archive.ts'
import { GET } from './route.ts'

let project: string

beforeEach(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-project-'))
  vi.spyOn(process, 'cwd').mockReturnValue(project)
})

afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(project, { recursive: true })
})

const get = () => GET(new Request('http://localhost/sdk.tgz'))

test('/sdk.tgz sends the archive of the SDK', async () => {
  const file = path.join(project, SDK_ARCHIVE)
  fs.mkdirSync(path.dirname(file))
  fs.writeFileSync(file, 'the archive')

  const response = await get()

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  expect(await response.text()).toBe('the archive')
})

test('/sdk.tgz says what to do if the SDK was not built', async () => {
  const response = await get()

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    error: { code: 'NOT_FOUND', suggested_action: expect.stringContaining('npm run build:sdk') },
  })
})
