/** A registry on this machine has the packages that `npm install` has installed for these tests. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json } from '../lib/kernel/json/json.ts'
import { isToolName } from '../lib/kernel/names/tool-name.ts'
import { checkForViewer } from '../lib/plans/check/check-for-viewer.ts'
import { parsePlan } from '../lib/plans/model/document/parse-plan.ts'
import { performPlan } from '../lib/plans/perform/perform-plan.ts'
import { startPlanRun } from '../lib/plans/start/start-plan-run.ts'
import { getPlanRun } from '../lib/plans/views/get-plan-run.ts'
import { contextForOperator } from '../lib/protocols/session/context/context-for-operator.ts'
import { runToEnd } from '../lib/runs/start/start-run.ts'
import { openPackageRegistry, type PackageRegistry } from '../lib/testing/package-registry.ts'
import { publishInstalled } from '../lib/testing/publish-installed.ts'
import { plainEngine } from '../lib/testing/workflow-engines.ts'
import { addSkillsWithPackages } from './add-skills-with-packages.ts'
import { loadDemoMarket } from './market/load-demo-market.ts'
import { loadPlanTemplates } from './market/load-plans-and-vault.ts'
import { seedMarket } from './seed.ts'

const USUAL = new Set(['list_tools', 'markup', 'statistics'])

/** Bundling all of them takes minutes, so usual runs take three; the long run takes all. */
const market = loadDemoMarket().map(({ skillSets, ...publisher }) => ({
  ...publisher,
  skillSets: skillSets.filter(({ slug }) => process.env.GUILDHALL_LONG || USUAL.has(slug)),
}))
const skillSets = market.flatMap(({ handle, skillSets }) =>
  skillSets
    .filter(({ isAddedLater }) => isAddedLater)
    .map(({ slug, versions }) => ({ name: `${handle}.${slug}`, document: versions[0]! })),
)
// Submissions run all of them. Here are no workers, which perform the runs of the long lane.
const examples = skillSets.flatMap(({ name, document }) =>
  document.skills
    .filter(({ limits }) => limits?.lane !== 'long')
    .flatMap((skill) =>
      (skill.examples ?? []).map((example) => ({
        ...{ name: `${name}.${skill.slug}`, title: example.title, example },
      })),
    ),
)

let registry: PackageRegistry

beforeAll(async () => {
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  await seedMarket()
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.close()
})

test('without an answer of the registry nothing is added, and later all of it, once', async () => {
  const names = skillSets.map(({ name }) => name)
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', 'http://127.0.0.1:9/')
  const reason = expect.stringContaining('registry')
  expect(await addSkillsWithPackages(market)).toEqual({ added: [], missing: names, reason })

  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  await publishInstalled(
    registry,
    skillSets.flatMap(({ document }) => Object.keys(document.dependencies ?? {})),
  )
  expect(await addSkillsWithPackages(market)).toEqual({ added: names, missing: [] })
  expect(await addSkillsWithPackages(market)).toEqual({ added: [], missing: [] })
}, 400_000)

test.each(examples)('$name: the example “$title” succeeds', async ({ name, example }) => {
  const user = await contextForOperator({ email: 'user@demo.local' })

  const run = await runToEnd(user, { skill: { name }, args: example.input })

  expect({ state: run.state, error: run.error, warnings: run.warnings }).toEqual({
    state: 'succeeded',
    warnings: [],
  })
  if (example.output !== undefined) expect(run.output).toEqual(example.output)
})

const here = new Set([
  ...skillSets.map(({ name }) => name),
  'guildhall.text_tools',
  'guildhall.data_tools',
  'guildhall.writing_desk',
])
const later = new Set(
  loadDemoMarket().flatMap(({ handle, skillSets: sets }) =>
    sets.filter(({ isAddedLater }) => isAddedLater).map(({ slug }) => `${handle}.${slug}`),
  ),
)
const setsOf = ({ document }: { document: Json }) =>
  parsePlan(document)
    .plan!.steps.filter(({ tool }) => !isToolName(tool))
    .map(({ tool }) => tool.split('.').slice(0, 2).join('.'))
const templates = loadPlanTemplates().filter(
  (template) =>
    setsOf(template).some((name) => later.has(name)) && setsOf(template).every((name) => here.has(name)),
)

// biome-ignore format: table
const OUTPUTS: Record<string, object> = {
  'page-to-note':         { note: 'Notes/tides-of-today.md', words: 12, key_points: ['Take in the nets before noon.'] },
  'numbers-at-a-glance':  { chart: expect.stringContaining('data:image/svg+xml'), median: 14, outliers: [90] },
  'pdf-statistics':       { pages: 2, words: 12, by_page: [{ words: 8 }, { words: 4 }] },
  'feed-digest':          { digest: 'Reports/feed.md', entries: 2 },
  'spreadsheet-from-csv': { file: expect.stringMatching(/^blob:/), columns: ['month', 'item', 'sold', 'price'] },
}

test.each(templates)(
  'the plan “$title”, whose skills were added later, works as described',
  async ({ slug, document }) => {
    const user = await contextForOperator({ email: 'user@demo.local' })
    const { issues } = await checkForViewer(user, document)
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])

    const { planRun } = await startPlanRun(user, { plan: document, confirmed: true })
    await performPlan(user, planRun.id, plainEngine())

    const ended = await getPlanRun(user, planRun.id)
    expect([ended.state, ended.error]).toEqual(['succeeded', undefined])
    expect(ended.outputs).toMatchObject(OUTPUTS[slug]!)
  },
)
