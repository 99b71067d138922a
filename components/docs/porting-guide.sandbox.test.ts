/**
 * Follows the guide “Port existing code” literally: its files are written into folders, and its commands are typed into a
 * shell, against a site with a sandbox and a registry on this machine.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import type { Context } from '#lib/context/context.ts'
import type { SkillDocument } from '#lib/contracts/document/skillset-document.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { CLI_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { getDraft } from '#lib/publishing/drafts/get-draft.ts'
import { getStagedSubmission } from '#lib/publishing/from-ci/staged-submissions.ts'
import { startDraftRun } from '#lib/runs/start/start-draft-run.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { serveSite } from '#lib/testing/api-routes.ts'
import {
  contextFor,
  makeDraft,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
} from '#lib/testing/factories.ts'
import { openPackageRegistry, type PackageRegistry } from '#lib/testing/package-registry.ts'
import { publishInstalled } from '#lib/testing/publish-installed.ts'
import { guidePage } from './guide.ts'

const blocks = guidePage('porting')?.sections.flatMap((section) => section.blocks) ?? []

/** Returns the code block with this caption. */
function printed(label: string): string {
  const found = blocks.find((block) => block.kind === 'code' && block.label === label)
  if (found?.kind !== 'code') throw new Error(`The guide has no code called “${label}”.`)
  return found.text
}

const service = http.createServer((_, response) => response.writeHead(204).end())
let registry: PackageRegistry
let folder: string
let origin: string
let close: () => void
let owner: Context
let handle: string
let key: string

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['bin/build-cli.ts'])
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  const { port } = service.address() as AddressInfo
  vi.stubEnv('GUILDHALL_DRAFT_HOSTS', `status.example.com=127.0.0.1:${port}`)
  ;({ origin, close } = await serveSite())
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-porting-'))
  // Unpacked outside of the checkout, the program has only what the package has.
  await promisify(execFile)('tar', ['-xzf', path.resolve(CLI_ARCHIVE), '-C', folder])
  const publisher = await makePublisher()
  handle = publisher.handle
  owner = await contextFor(publisher.owner, { sandbox: connectSandbox() })
  const scopes = ['read', 'write', 'run', 'publish'] as const
  key = (await createKey(owner, { name: 'porting', scopes: [...scopes], expiresInDays: 1 })).key
})

afterAll(async () => {
  vi.unstubAllEnvs()
  close()
  service.close()
  await registry.close()
  await fs.rm(folder, { recursive: true })
})

/** Writes the blocks “PATH of WHAT” into a folder, by their paths. */
async function writeFolder(name: string, what: string): Promise<void> {
  for (const block of blocks) {
    if (block.kind !== 'code' || !block.label.endsWith(` of ${what}`)) continue
    const file = path.join(folder, name, block.label.slice(0, -` of ${what}`.length))
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(file, block.text)
  }
}

/** Types the commands with the key in the environment. The page on laptops proves `npx` and `login`. */
async function type(commands: string, cwd = folder): Promise<string> {
  const local = commands.replaceAll(
    'npx {{origin}}/cli.tgz',
    `'${process.execPath}' '${path.join(folder, 'package/start.cjs')}'`,
  )
  const { PATH, DATABASE_URL } = process.env
  const shell = spawn('sh', ['-ec', local], {
    cwd,
    env: {
      ...{ NODE_ENV: 'development' as const, PATH, DATABASE_URL, HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ GUILDHALL_SITE: origin, GUILDHALL_KEY: key },
    },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += text))
  const [code] = await once(shell, 'close')
  if (code !== 0) throw new Error(`The commands ended with ${code}:\n${output}`)
  return output
}

/** Follows one guide up to the staged version, which a person submits. */
async function follow(name: string, what: string) {
  await writeFolder(name, what)
  const output = await type(printed(`Test and stage ${what}`))
  const [, id = ''] = /\/publish\/staged\/([\w-]+)/.exec(output) ?? []
  return { output, staged: await getStagedSubmission(owner, id) }
}

test('the guide to port an npm utility ends with a tested and staged version that has its package locked', async () => {
  await publishInstalled(registry, ['fastest-levenshtein'])

  const { output, staged } = await follow('word_finder', 'an npm utility')

  expect(output).toMatch(/passes {2}closest_word: A misspelt word/)
  expect(staged).toMatchObject({ note: 'The first version.', draft: expect.anything() })
})

test('the guide to port a Windmill script ends with a tested and staged version that asks its host', async () => {
  const { output, staged } = await follow('service_status', 'a Windmill script')

  expect(output).toMatch(/passes {2}ask_status: Its health/)
  expect(staged.note).toBe('The first version.')
})

test('the guide to port an Apify actor ends with a tested and staged version that returns its items', async () => {
  const { output, staged } = await follow('page_titles', 'an Apify actor')

  expect(output).toMatch(/passes {2}read_titles: Two pages/)
  expect(staged.note).toBe('The first version.')
})

test('the guide to port an Agent Skill ends with its instructions and a callable program in a draft', async () => {
  await writeFolder('text-tools', 'an Agent Skill')
  // That file is the other way to port a program.
  await fs.rm(path.join(folder, 'text-tools/code'), { recursive: true })
  const command = printed('Import an Agent Skill with its programs')
  // The command line of an operator: its folder is that of the checkout.
  const there = command.replace(
    'import text-tools',
    `import '${path.join(folder, 'text-tools')}' --site '${origin}' --json`,
  )
  await fs.mkdir(path.join(folder, 'guildhall'), { recursive: true })
  await fs.writeFile(path.join(folder, 'guildhall/keys.json'), JSON.stringify({ [origin]: key }))

  const output = await type(
    there.replace('npm run cli --', `'${process.execPath}' bin/guildhall.ts`),
    PROJECT_ROOT,
  )

  const imported = JSON.parse(output)
  expect(imported).toMatchObject({ name: `${handle}.text_tools.text_tools`, programs: ['headings'] })
  const { draft } = await getDraft(owner, imported.skill_set_id)
  const run = await startDraftRun(owner, {
    skillSetId: imported.skill_set_id,
    document: draft!.document,
    skillSlug: 'headings',
    args: { file: 'a.md', level: 1, files: [{ path: 'a.md', text: '# One\ntext\n## Two\n' }] },
  })
  expect((await run.ended).output).toMatchObject({ stdout: '1\n', exit_code: 0 })
})

async function runPorted(skill: Partial<SkillDocument>, args: JsonObject) {
  const written = makeSkillDocument({
    parameters: { type: 'object', additionalProperties: true },
    response: { type: 'object', additionalProperties: true },
    ...skill,
  })
  const {
    id: skillSetId,
    document,
    publisher,
  } = await makeDraft({
    document: makeSkillSetDocument({ skills: [written] }),
  })
  const ctx = await contextFor(publisher.owner, { sandbox: connectSandbox() })
  return (await startDraftRun(ctx, { skillSetId, document, skillSlug: written.slug, args })).ended
}

test('the Windmill script of the guide is refused a host that its SkillSet does not declare', async () => {
  const run = await runPorted(
    { definition: printed('code/handler.ts of a Windmill script') },
    { path: '/health' },
  )

  expect(run).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('permissions.network') },
  })
})

test('the function that replaces the command line of a program runs as the guide prints it', async () => {
  const skill = { runtime: 'python' as const, definition: printed('code/main.py of an Agent Skill') }

  const run = await runPorted(skill, { text: '# One\ntext\n## Two' })

  expect(run).toMatchObject({ state: 'succeeded', output: { count: 2 } })
})
