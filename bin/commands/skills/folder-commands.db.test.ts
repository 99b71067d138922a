/** `import`, `export` and `login`, with the local database and with another site over HTTP. */
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  makePublishedVersion,
  makePublisher,
  type TestPublisher,
  type TestVersion,
} from '#lib/testing/factories.ts'
import { openRepositoryHost, type RepositoryHost } from '../../testing/repository-host.ts'
import type { CliCommand } from '../cli-command.ts'
import { loginCommand } from '../remote-site/login.ts'
import { findSiteKey, storeSiteKey } from '../remote-site/request-from-site.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { readFolderFiles } from './skill-folders.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-folders-'))
const inFolder = (name: string) => path.join(folder, name)
let publisher: TestPublisher
let published: TestVersion

/** Responses of another Guildhall site, by path. */
const answers = new Map<string, { status: number; body: unknown }>()
const asked: { url: string; authorization?: string }[] = []
const server = http.createServer((request, response) => {
  asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
  const { status, body } = answers.get((request.url ?? '').split('?')[0] ?? '') ?? {
    status: 404,
    body: 'nothing',
  }
  response.writeHead(status).end(body instanceof Uint8Array ? body : JSON.stringify(body))
})
let site: string

beforeAll(async () => {
  vi.stubEnv('XDG_CONFIG_HOME', inFolder('config'))
  vi.stubEnv('GUILDHALL_DATA_DIR', folder)
  publisher = await makePublisher()
  published = await makePublishedVersion({ publisher })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
  fs.rmSync(folder, { recursive: true })
})

function run({ run: work }: CliCommand, positionals: string[], options: Record<string, string> = {}) {
  return work({ positionals, options, flags: {} })
}

describe('here', () => {
  test('an exported skill can be imported again, into its own SkillSet', async () => {
    const email = publisher.owner.email
    const out = inFolder('out')
    const exported = await run(exportCommand, [published.skillName], { out, email })
    const imported = await run(importCommand, [path.join(out, 'greet')], {
      publisher: publisher.handle,
      email,
    })

    expect(exported?.json).toMatchObject({ folder: path.join(out, 'greet') })
    expect(imported?.json).toMatchObject({
      name: `${publisher.handle}.greet.greet`,
      findings: [],
      replaced: false,
    })
  })

  test('an export overwrites no file', async () => {
    const out = inFolder('twice')
    const options = { out, email: publisher.owner.email }
    await run(exportCommand, [published.skillName], options)

    await expect(run(exportCommand, [published.skillName], options)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('a folder with several skills is imported one by one, and one that is invalid does not stop the others', async () => {
    const email = publisher.owner.email
    const files = {
      'many/skills/tides/SKILL.md': '---\nname: tides\ndescription: Reads tide tables.\n---\nRead them.',
      'many/skills/tides/examples/inner/SKILL.md': '---\nname: inner\ndescription: A part of it.\n---\nRead.',
      'many/skills/knots/SKILL.md': '---\nname: knots\ndescription: Names knots.\n---\nName them.',
      'many/skills/broken/SKILL.md': '---\nname: broken\n---\n',
      'many/README.md': 'Skills of a harbour.',
    }
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(inFolder(file)), { recursive: true })
      fs.writeFileSync(inFolder(file), text)
    }

    const imported = await run(importCommand, [inFolder('many')], { publisher: publisher.handle, email })

    expect(imported).toMatchObject({
      isFailure: true,
      json: {
        skills: [
          { folder: 'broken', error: { code: 'INVALID_INPUT' } },
          { name: `${publisher.handle}.knots.knots` },
          { name: `${publisher.handle}.tides.tides` },
        ],
      },
    })
  })

  test('the import of an invalid folder is refused with its reasons', async () => {
    fs.mkdirSync(inFolder('bad'))
    fs.writeFileSync(path.join(inFolder('bad'), 'SKILL.md'), '---\nname: bad\n---\n')

    await expect(
      run(importCommand, [inFolder('bad')], { publisher: publisher.handle, email: publisher.owner.email }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ message: 'description is missing' }] },
    })
  })
})

describe('a folder on the disk', () => {
  test('links in a skill folder are not followed', () => {
    fs.mkdirSync(inFolder('links'))
    fs.symlinkSync('/etc/passwd', path.join(inFolder('links'), 'SKILL.md'))

    expect(() => readFolderFiles(inFolder('links'))).toThrow('SKILL.md is a symbolic link')
  })

  test('a skill folder is read without caches and other litter, and without secrets', () => {
    const root = inFolder('checkout')
    const write = (file: string, text = 'x') => {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      fs.writeFileSync(path.join(root, file), text)
    }
    write('SKILL.md')
    write('references/a.md')
    write('.env', 'TOKEN=1')
    write('env/pyvenv.cfg')
    for (let each = 0; each < 600; each += 1) write(`.git/objects/${each}`)
    for (const folder of ['node_modules/.bin', '.venv/bin', 'env/bin']) {
      fs.mkdirSync(path.join(root, folder), { recursive: true })
      fs.symlinkSync('/usr/bin/env', path.join(root, folder, 'tool'))
    }

    const { files, findings } = readFolderFiles(root)

    expect(Array.isArray(files) && files.map((file) => file.path).toSorted()).toEqual([
      'SKILL.md',
      'references/a.md',
    ])
    expect(findings).toMatchObject([{ message: expect.stringContaining('.env was left out') }])
  })

  test('a missing skill folder is reported', () => {
    expect(() => readFolderFiles(inFolder('nowhere'))).toThrow('There is no')
  })
})

describe('a repository', () => {
  let host: RepositoryHost
  const options = () => ({ publisher: publisher.handle, email: publisher.owner.email })
  const markdown = (name: string) => `---\nname: ${name}\ndescription: Reads ${name}.\n---\nRead them.`

  beforeAll(async () => {
    host = await openRepositoryHost()
    vi.stubEnv('GUILDHALL_REPOSITORIES', host.url)
    host.addRepository('ada/harbour', {
      'skills/buoys/SKILL.md': markdown('buoys'),
      'skills/piers/SKILL.md': markdown('piers'),
      'skills/piers/LICENSE': 'Apache License Version 2.0, January 2004',
    })
  })
  afterAll(() => host.close())

  test('with several skills is listed with their licences, and nothing is imported', async () => {
    const listed = await run(importCommand, [`${host.url}ada/harbour`], options())

    expect(listed?.text).toContain('ada/harbour at 1f2e3d4 has 2 skills')
    expect(listed?.text).toMatch(/skills\/buoys {2}buoys {2}\(no licence\)/)
    expect(listed?.text).toMatch(/skills\/piers {2}piers {2}\(Apache-2\.0\)/)
  })

  test('is imported by the names of its skills, and without a licence only if that is accepted', async () => {
    const choose = (skill: string[], flags = {}) =>
      importCommand.run({
        positionals: [`${host.url}ada/harbour`],
        options: options(),
        lists: { skill },
        flags,
      })

    await expect(choose(['buoys'])).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await expect(choose(['harbours'])).rejects.toThrow('The repository has no skill “harbours”')
    const imported = await choose(['buoys', 'skills/piers'], { 'accept-unlicensed': true })
    expect(imported).toMatchObject({
      isFailure: false,
      json: { skills: [{ name: `${publisher.handle}.buoys.buoys` }, { path: 'skills/piers' }] },
    })
    expect(imported?.text).toContain('Licence: Apache-2.0. Commit: 1f2e3d4.')
  })

  test('is imported at another site with the key of that site', async () => {
    storeSiteKey(site, 'gh_one')
    const license = { name: 'MIT', source: 'LICENSE', is_spdx: true }
    const skill = { path: '', name: 'tides', description: 'Reads tides.', license }
    answers.set('/api/repository-skills', {
      status: 200,
      body: { repository: 'a/b', commit: 'c'.repeat(40), skills: [skill] },
    })
    const made = { path: '', skill_set_id: 'some-id', name: 'a.b.c', replaced: false, findings: [] }
    answers.set('/api/repository-imports', { status: 200, body: { skills: [made] } })

    const imported = await run(importCommand, ['https://github.com/a/b'], { site })

    expect(asked.slice(-2)).toEqual([
      {
        url: '/api/repository-skills?address=https%3A%2F%2Fgithub.com%2Fa%2Fb',
        authorization: 'Bearer gh_one',
      },
      { url: '/api/repository-imports', authorization: 'Bearer gh_one' },
    ])
    expect(imported?.text).toContain(`${site}/publish/some-id`)
  })
})

describe('with another site', () => {
  test.each([
    ['import', importCommand, ['somewhere'], {}],
    ['export', exportCommand, ['a.b.c'], { out: 'somewhere' }],
  ])(
    '%s with another site needs no user: the key identifies the caller',
    async (_, command, positionals, options) => {
      fs.mkdirSync(inFolder('somewhere'), { recursive: true })
      fs.writeFileSync(path.join(inFolder('somewhere'), 'SKILL.md'), 'x')
      const before = asked.length

      await expect(
        run(
          command,
          positionals.map((word) => (word === 'somewhere' ? inFolder(word) : word)),
          {
            ...options,
            site,
            email: publisher.owner.email,
          },
        ),
      ).rejects.toThrow('Remove --email')
      expect(asked).toHaveLength(before)
    },
  )

  test('login stores the key with owner-only permissions once the site has accepted it', async () => {
    answers.set('/rpc', { status: 200, body: { result: {} } })

    const answer = await run(loginCommand, [], { site: `${site}/some/page`, key: 'gh_one' })

    const file = String((answer?.json as { file?: string } | undefined)?.file)
    expect(asked.at(-1)).toEqual({ url: '/rpc', authorization: 'Bearer gh_one' })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(findSiteKey(site)).toBe('gh_one')
    expect(findSiteKey('https://elsewhere.example')).toBeUndefined()
  })

  test('login stores nothing if the site refuses', async () => {
    answers.set('/rpc', { status: 401, body: { error: { message: 'No.', code: -32001 } } })

    await expect(run(loginCommand, [], { site, key: 'gh_two' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(findSiteKey(site)).toBe('gh_one')
  })

  test('a folder is sent to another site with the key, and its answer is printed', async () => {
    storeSiteKey(site, 'gh_one')
    const made = { skill_set_id: 'some-id', name: 'a.b.c', replaced: false, findings: [] }
    answers.set('/api/skill-folders', { status: 200, body: made })
    fs.writeFileSync(inFolder('skill.zip'), zipSync({ 'SKILL.md': new TextEncoder().encode('x') }))

    const answer = await run(importCommand, [inFolder('skill.zip')], { site, into: 'tools' })

    expect(asked.at(-1)).toEqual({ url: '/api/skill-folders?into=tools', authorization: 'Bearer gh_one' })
    expect(answer?.json).toMatchObject({ name: 'a.b.c', url: `${site}/publish/some-id` })
  })

  test('a refusal of another site is shown in its own words', async () => {
    const error = { code: 'NOT_FOUND', message: 'There is no SkillSet x.y.', recoverable: true }
    answers.set('/api/skill-folders', { status: 404, body: { error } })

    await expect(run(importCommand, [inFolder('skill.zip')], { site })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: error.message,
    })
  })

  test('an archive of another site with paths outside of the folder is not unpacked', async () => {
    answers.set('/api/skills/a.b.c/folder', {
      status: 200,
      body: zipSync({ '../outside.txt': new TextEncoder().encode('x') }),
    })

    await expect(run(exportCommand, ['a.b.c'], { site, out: inFolder('from-site') })).rejects.toThrow(
      'must not contain',
    )
    expect(fs.existsSync(inFolder('outside.txt'))).toBe(false)
  })
})
