/** The handlers of the guide “Port existing code” run as they are printed there. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { lockPackages } from '#lib/packages/resolve-packages.ts'
import { startDraftRun } from '#lib/runs/start/start-draft-run.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { contextFor, makeDraft, makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
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

let registry: PackageRegistry

beforeAll(async () => {
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.close()
})

async function runPorted(
  skill: Partial<SkillDocument>,
  args: JsonObject,
  more: Partial<SkillSetDocument> = {},
) {
  const written = makeSkillDocument({
    parameters: { type: 'object', additionalProperties: true },
    response: { type: 'object', additionalProperties: true },
    ...skill,
  })
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ skills: [written], ...more }) })
  const ctx = await contextFor(skillSet.publisher.owner, { sandbox: connectSandbox() })
  const { organisationId } = skillSet.publisher
  const document = await lockPackages(ctx.db, { document: skillSet.document, organisationId })
  const request = { skillSetId: skillSet.id, document, skillSlug: written.slug, args: args as Json }
  return (await startDraftRun(ctx, request)).ended
}

test('the npm utility of the guide runs with its package', async () => {
  const dependencies = JSON.parse(printed('dependencies of an npm utility'))
  await publishInstalled(registry, Object.keys(dependencies))
  const skill = {
    definition: printed('code/handler.js of an npm utility'),
    parameters: JSON.parse(printed('parameters of an npm utility')),
  }

  const run = await runPorted(skill, { word: 'harbur', words: ['anchor', 'harbour'] }, { dependencies })

  expect(run).toMatchObject({ state: 'succeeded', output: { found: 'harbour' } })
})

test('the Windmill script of the guide keeps its main, and is refused an undeclared host', async () => {
  const skill = { definition: printed('code/handler.ts of a Windmill script') }

  const run = await runPorted(skill, { host: 'service.example', path: '/health' })

  expect(run).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('permissions.network') },
  })
})

test('the Apify actor of the guide returns its items', async () => {
  const skill = { definition: printed('code/handler.js of an Apify actor') }

  const run = await runPorted(skill, { pages: ['<title>Tides</title>', '<p>none</p>'] })

  expect(run).toMatchObject({ state: 'succeeded', output: { items: [{ title: 'Tides' }, { title: '' }] } })
})

test('the program of an Agent Skill in the guide becomes callable', async () => {
  const skill = { runtime: 'python' as const, definition: printed('code/main.py of an Agent Skill') }

  const run = await runPorted(skill, { text: '# One\ntext\n## Two' })

  expect(run).toMatchObject({ state: 'succeeded', output: { count: 2 } })
})
