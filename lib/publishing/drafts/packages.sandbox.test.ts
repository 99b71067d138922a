// The way of a package from a registry on this machine to the run of a published skill.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { POST as stage } from '#app/api/publishing/submissions/route.ts'
import { POST as tryOut } from '#app/api/publishing/test-runs/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { lockDigest } from '../../contracts/packages/lock-digest.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { getRunPage } from '../../runs/views/get-run.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makeAdmin,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { openPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts'
import { setUpDraftWithPackages } from '../../testing/setup/catalog/draft-with-packages.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { getChecklist } from './check-draft.ts'
import { resolveDraftPackages } from './resolve-draft-packages.ts'
import { saveDraft } from './save-draft.ts'

let registry: PackageRegistry

beforeAll(async () => {
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  await registry.publish(
    {
      name: 'capitals',
      files: { 'index.js': `exports.capital = (text) => text[0].toUpperCase() + text.slice(1)` },
    },
    {
      name: 'greeter',
      manifest: { dependencies: { capitals: '^1.0.0' } },
      files: {
        'index.js': `const { capital } = require('capitals')
exports.greet = (name) => 'Hello, ' + capital(name) + '!'
exports.fail = () => { throw new RangeError('not today') }
exports.generate = () => Function('a', 'return a')(1)
exports.buffer = () => require('buffer').Buffer.from('hi').toString('hex')
exports.program = () => require('child_process').execSync('id')`,
      },
    },
  )
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.close()
})

const GREET = `import { greet } from 'greeter'

export default async function handler({ parameters }) {
  return { message: greet(parameters.name) }
}`

function documentWith(definition: string, more: Partial<SkillSetDocument> = {}): SkillSetDocument {
  const skill = makeSkillDocument({ definition, examples: [{ title: 'One', input: { name: 'oslo' } }] })
  return makeSkillSetDocument({ skills: [skill], dependencies: { greeter: '^1.0.0' }, ...more })
}

describe('a skill that imports a package', () => {
  test('runs as a draft, is reviewed with its packages, and runs when it is published', async () => {
    const { skillSet, ctx, slug, runDraft, resolve } = await setUpDraftWithPackages(documentWith(GREET))

    const locked = await resolve()
    expect(await runDraft(locked)).toMatchObject({ state: 'succeeded', output: { message: 'Hello, Oslo!' } })

    const submitted = await submitDraft(ctx, { skillSetId: skillSet.id })
    const submissionId = 'submissionId' in submitted ? submitted.submissionId : ''
    const admin = await contextFor(await makeAdmin())
    const { packages } = await getSubmission(admin, submissionId)
    expect(packages).toMatchObject({
      digest: lockDigest(locked.dependencyLock!),
      toAcknowledge: ['capitals'],
      packages: [
        {
          name: 'capitals',
          version: '1.0.0',
          kind: 'added',
          isDirect: false,
          requiredBy: ['greeter'],
          license: 'MIT',
        },
        { name: 'greeter', version: '1.0.0', kind: 'added', isDirect: true },
      ],
    })
    expect(packages.packages[1]?.uses).toEqual([
      'code generation',
      'missing node:child_process',
      'node:buffer',
    ])

    await expect(approve(admin, { submissionId, reason: '' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { issues: [{ params: { name: 'capitals' } }] },
    })
    await approve(admin, { submissionId, reason: '', acknowledgedPackages: ['capitals'] })

    const user = await contextFor(await makeUser(), { sandbox: connectSandbox() })
    const name = `${skillSet.publisher.handle}.${skillSet.slug}.${slug}`
    const run = await runToEnd(user, { skill: { name }, args: { name: 'bergen' } })
    expect(run).toMatchObject({ state: 'succeeded', output: { message: 'Hello, Bergen!' } })
    const { receipt } = await getRunPage(user, run.id)
    expect(receipt).toMatchObject({ packagesDigest: lockDigest(locked.dependencyLock!) })
  })

  test('is built again from its lock if the bundle was deleted', async () => {
    const { runDraft, resolve } = await setUpDraftWithPackages(documentWith(`${GREET}\n// again`))
    const locked = await resolve()
    await database().packageBundle.deleteMany()
    const definition = locked.skills[0]!.definition!.replace('{ greet }', '{ greet, fail }')
    const skills = [{ ...locked.skills[0]!, definition }]

    expect(await runDraft({ ...locked, skills })).toMatchObject({ state: 'succeeded' })
  })

  test('cannot run before its packages are resolved', async () => {
    const document = documentWith(GREET)
    const { runDraft } = await setUpDraftWithPackages(document)

    expect(await runDraft(document)).toMatchObject({
      state: 'failed',
      error: { code: 'PRECONDITION_FAILED', message: 'The packages of this draft are not resolved yet.' },
    })
  })

  test('fails with its own line if a package throws', async () => {
    const definition = `import { fail } from 'greeter'\nexport default async () => {\n  fail()\n}`
    const { runDraft, resolve } = await setUpDraftWithPackages(documentWith(definition))

    const { error, errorDetail } = await runDraft(await resolve())

    expect(error).toMatchObject({ code: 'SKILL_ERROR', message: 'not today' })
    expect(errorDetail?.stack).toContain('definition.js:3')
  })

  // biome-ignore format: table
  test.each([
    ['generate', 'greeter 1.0.0 creates code from text (eval or Function), which skills must not do.'],
    ['program',  'greeter needs node:child_process, which skills do not have.'],
  ])('fails with a sentence that names the package if it reaches %s', async (name, message) => {
    const definition = `import { ${name} } from 'greeter'\nexport default async () => ({ message: String(${name}()) })`
    const { runDraft, resolve } = await setUpDraftWithPackages(documentWith(definition))

    expect(await runDraft(await resolve())).toMatchObject({ error: { code: 'SKILL_ERROR', message } })
  })

  test('can use the modules of Node that the sandbox has', async () => {
    const definition = `import { buffer } from 'greeter'\nexport default async () => ({ message: buffer() })`
    const { runDraft, resolve } = await setUpDraftWithPackages(documentWith(definition))

    expect(await runDraft(await resolve())).toMatchObject({ output: { message: '6869' } })
  })
})

test.each(['./code/words.js', './words.js'])(
  'a skill can import its own modules by their path and as beside code/handler.js: %s',
  async (specifier) => {
    const skill = makeSkillDocument({
      definition: `import { twice } from '${specifier}'\nexport default async ({ parameters }) => ({ message: twice(parameters.name) })`,
      resources: [
        {
          path: 'code/words.js',
          kind: 'text/javascript',
          text: 'export const twice = (word) => word + word',
        },
      ],
    })
    const document = makeSkillSetDocument({ skills: [skill] })
    const { runDraft } = await setUpDraftWithPackages(document)

    expect(await runDraft(document)).toMatchObject({ output: { message: 'oslooslo' } })
  },
)

describe('the checklist of a draft with packages', () => {
  test('has a red line until they are resolved', async () => {
    const { skillSet, ctx, resolve } = await setUpDraftWithPackages(documentWith(GREET))
    const packagesLine = async () =>
      (await getChecklist(ctx, skillSet.id)).lines.find(({ id }) => id === 'packages')

    expect(await packagesLine()).toMatchObject({
      ok: false,
      issues: [{ path: '/dependencyLock', keyword: 'lock' }],
    })
    await resolve()
    expect(await packagesLine()).toMatchObject({ ok: true })
  })

  test('names a package that the code imports and the document does not declare', async () => {
    const { skillSet, ctx } = await setUpDraftWithPackages(
      documentWith(GREET, { dependencies: { capitals: '*' } }),
    )

    const { lines } = await getChecklist(ctx, skillSet.id)

    expect(lines.find(({ id }) => id === 'packages')?.issues).toContainEqual(
      expect.objectContaining({ keyword: 'dependency', params: { name: 'greeter' } }),
    )
  })
})

test('a package is added with one click, in a range like npm’s', async () => {
  const { skillSet, ctx } = await setUpDraftWithPackages(documentWith(GREET, { dependencies: {} }))

  const added = await resolveDraftPackages(ctx, { skillSetId: skillSet.id, add: ['greeter'] })

  expect(added.dependencies).toEqual({ greeter: '^1.0.0' })
  expect(added.lock?.dependencies).toEqual({ greeter: '^1.0.0' })
  expect(added.notes[1]).toMatch(/^greeter 1\.0\.0 uses node:child_process, which the sandbox does not have/)
})

test('a document that a program sends without a lock gets one, and runs with its packages', async () => {
  const { skillSet, ctx, slug } = await setUpDraftWithPackages(documentWith(GREET))
  const { key } = await createKey(ctx, {
    name: 'laptop',
    scopes: ['publish'],
    expiresInDays: 1,
    skillSets: [],
  })
  const send = async (route: (request: Request) => Promise<Response>, fields: object) => {
    const headers = { authorization: `Bearer ${key}` }
    const body = JSON.stringify({ document: skillSet.document, ...fields })
    const response = await route(new Request('http://localhost/api', { method: 'POST', headers, body }))
    return response.json()
  }

  const run = await send(tryOut, { skill: slug, args: { name: 'oslo' } })
  expect(run).toMatchObject({ output: { message: 'Hello, Oslo!' } })
  const staged = await send(stage, {})
  const stored = await database().stagedSubmission.findUniqueOrThrow({ where: { id: staged.id } })
  expect(stored.document).toMatchObject({
    dependencyLock: { packages: [{ name: 'capitals' }, { name: 'greeter' }] },
  })
})

test('a lock that lies about a licence cannot be submitted', async () => {
  const { skillSet, ctx, resolve } = await setUpDraftWithPackages(documentWith(GREET))
  const { dependencyLock: lock, ...document } = await resolve()
  const packages = lock!.packages.map((each) => ({ ...each, license: 'Apache-2.0' }))
  const forged = { ...document, dependencyLock: { ...lock!, packages } }
  await saveDraft(ctx, { skillSetId: skillSet.id, document: forged as unknown as Json, revision: 2 })

  await expect(submitDraft(ctx, { skillSetId: skillSet.id })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: 'The lock does not say the same about the packages as the registry.',
  })
})

test('a member who is no admin of the publisher cannot resolve packages', async () => {
  const { skillSet } = await setUpDraftWithPackages(documentWith(GREET))
  const stranger = await contextFor(await makeUser())

  await expect(resolveDraftPackages(stranger, { skillSetId: skillSet.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
