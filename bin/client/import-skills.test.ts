import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importSkillsCommand } from './import-skills.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-import-'))
const asked: { url: string | undefined; key: string | undefined }[] = []
const server = http.createServer((request, response) => {
  asked.push({ url: request.url, key: request.headers.authorization })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answerTo(request.url ?? '')))
})

const MADE = { skill_set_id: 'some-id', name: 'a.b.c', programs: [], replaced: false, findings: [] }

function answerTo(url: string): object {
  const license = { name: 'MIT', source: 'LICENSE', is_spdx: true }
  const skill = { path: '', name: 'tides', description: 'Reads tides.', license }
  if (url.startsWith('/api/repository-skills'))
    return { repository: 'a/b', commit: 'c'.repeat(40), skills: [skill] }
  return url.startsWith('/api/repository-imports') ? { skills: [{ path: '', ...MADE }] } : MADE
}

let site: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['first', 'second']) {
    fs.mkdirSync(path.join(folder, name))
    fs.writeFileSync(path.join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: x\n---\nRead.`)
  }
})
beforeEach(() => {
  asked.length = 0
  vi.stubEnv('HOME', folder)
  vi.stubEnv('GUILDHALL_KEY', 'gh_mine')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
  fs.rmSync(folder, { recursive: true })
})

const run = (source: string) =>
  importSkillsCommand.run({ positionals: [source], options: { site, into: 'tools' }, flags: {} })

test('each skill folder of a folder is sent to the site with the key, without a checkout', async () => {
  const imported = await run(folder)

  expect(asked).toEqual(
    ['first', 'second'].map((name) => ({
      url: `/api/skill-folders?into=tools&directory=${name}`,
      key: 'Bearer gh_mine',
    })),
  )
  expect(imported?.text).toContain(`a.b.c is in its draft: ${site}/publish/some-id`)
})

test('the only skill of a repository is imported at the site with the key', async () => {
  const imported = await run('https://github.com/a/b')

  expect(asked).toEqual([
    { url: '/api/repository-skills?address=https%3A%2F%2Fgithub.com%2Fa%2Fb', key: 'Bearer gh_mine' },
    { url: '/api/repository-imports', key: 'Bearer gh_mine' },
  ])
  expect(imported?.text).toContain('Licence: MIT.')
})

test('an import without a key is refused before anything is sent', async () => {
  vi.stubEnv('GUILDHALL_KEY', '')

  await expect(run(folder)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(asked).toEqual([])
})
