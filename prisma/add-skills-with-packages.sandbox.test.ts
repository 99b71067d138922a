/** A registry on this machine has the packages that `npm install` has installed for these tests. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contextForOperator } from '../lib/protocols/session/context/context-for-operator.ts'
import { runToEnd } from '../lib/runs/start/start-run.ts'
import { openPackageRegistry, type PackageRegistry } from '../lib/testing/package-registry.ts'
import { publishInstalled } from '../lib/testing/publish-installed.ts'
import { addSkillsWithPackages } from './add-skills-with-packages.ts'
import { loadDemoMarket } from './market/load-demo-market.ts'
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
