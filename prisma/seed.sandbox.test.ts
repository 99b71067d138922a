/** The product's own services create the demo market, so these tests ask for what a visitor would see. */
import { expect, test } from 'vitest'
import { checkSignIn } from '../lib/accounts/sign-in.ts'
import { getSkillSetPage } from '../lib/catalog/get-skill-set-page.ts'
import { EVERYTHING } from '../lib/catalog/model/catalog-query.ts'
import { searchCatalog } from '../lib/catalog/search-catalog.ts'
import { database } from '../lib/kernel/db/prisma-client.ts'
import { checkForViewer } from '../lib/plans/check/check-for-viewer.ts'
import { performPlan } from '../lib/plans/perform/perform-plan.ts'
import { getPlanTemplate, listPlans } from '../lib/plans/saved/list-plans.ts'
import { startPlanRun } from '../lib/plans/start/start-plan-run.ts'
import { getPlanRun } from '../lib/plans/views/get-plan-run.ts'
import { contextForOperator } from '../lib/protocols/session/context/context-for-operator.ts'
import { getReviewQueue } from '../lib/publishing/review/read/get-review-queue.ts'
import { getSubmission } from '../lib/publishing/review/read/get-submission.ts'
import { plainEngine } from '../lib/testing/workflow-engines.ts'
import { readFile } from '../lib/vault/files/read-file.ts'
import { openVault } from '../lib/vault/vault.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from './market/demo-accounts.ts'
import { loadDemoMarket } from './market/load-demo-market.ts'
import { loadPlanTemplates } from './market/load-plans-and-vault.ts'
import { seedMarket } from './seed.ts'

test('a seeded market is complete, and seeding it again changes nothing', async () => {
  await seedMarket()
  const before = await countRows()

  await seedMarket()

  expect(await countRows()).toEqual(before)
  const visitor = await contextForOperator('system')
  for (const { handle, skillSets } of loadDemoMarket()) {
    for (const { slug, versions, inReview, isAddedLater } of skillSets) {
      if (inReview || isAddedLater) continue
      const page = await getSkillSetPage(visitor, { publisher: handle, skillset: slug })
      expect(page.version).toMatchObject({
        number: versions.at(-1)?.version,
        state: 'PUBLISHED',
        reviewed: true,
      })
      expect(page.versions).toHaveLength(versions.length)
    }
  }
})

test('people have rated the skills they ran, and the catalogue shows it', async () => {
  await seedMarket()
  const query = { ...EVERYTHING, q: 'guildhall.text_tools.text_statistics' }

  const { cards } = await searchCatalog(await contextForOperator('system'), query)

  expect(cards[0]).toMatchObject({ name: query.q, rating: { mean: '4.5', count: 2 } })
})

test('the three demo people can sign in', async () => {
  await seedMarket()
  const ctx = await contextForOperator('system')

  for (const email of DEMO_EMAILS) {
    expect(
      await checkSignIn(ctx, { email, password: DEMO_PASSWORD }, { address: '127.0.0.1' }),
    ).toMatchObject({ email })
  }
})

test('one submission waits, every line of its checklist green', async () => {
  await seedMarket()
  const admin = await contextForOperator({ email: 'admin@demo.local' })

  const { lines } = await getReviewQueue(admin)
  const waiting = lines.find(({ skillSet }) => skillSet.slug === 'bill_splitter')
  const submission = await getSubmission(admin, waiting?.id ?? '')

  expect(submission.checklist.filter(({ ok }) => !ok)).toEqual([])
})

// biome-ignore format: table
const OUTPUTS: Record<string, object> = {
  'files-from-bullets': { count: 5, files: [{ path: 'Ideas/idea-build-a-small-boat-for-two.md', created: true }, {}, {}, {}, {}] },
  'report-from-csv':    { report: 'Reports/sales.md', rows: 8, columns: [{ name: 'month' }, { name: 'item' }, { name: 'sold', sum: 478 }, { name: 'price' }] },
  'compare-drafts':     { words_before: 11, added: 2, removed: 1 },
  'open-tasks':         { report: 'Reports/to-do.md', open: 3, files: 2 },
}

const WRITTEN: Record<string, string> = {
  'files-from-bullets': '# Learn five good knots\n\nFrom Notes/Boats.md.\n',
  'report-from-csv': '| sold | 8 | 8 | 478 | 59.75 | 18 | 130 |',
  'open-tasks': '## Notes/House.md\n\n- Line 7: TODO: measure the door\n',
}

const FILES: Record<string, { path: string }> = {
  'files-from-bullets': { path: 'Ideas/idea-learn-five-good-knots.md' },
  'report-from-csv': { path: 'Reports/sales.md' },
  'open-tasks': { path: 'Reports/to-do.md' },
}

/** Others call skills that are added later; `add-skills-with-packages.sandbox.test.ts` runs them. */
const templates = loadPlanTemplates().filter(({ slug }) => slug in OUTPUTS)

test.each(templates)('the plan “$title” works as described', async ({ slug, document }) => {
  await seedMarket()
  const user = await contextForOperator({ email: 'user@demo.local' })
  expect(await getPlanTemplate(user, slug)).toMatchObject({ text: JSON.stringify(document) })
  const { issues } = await checkForViewer(user, document)
  const messages = issues.filter(({ severity }) => severity !== 'note').map(({ message }) => message)
  expect(messages).toEqual([])

  const { planRun } = await startPlanRun(user, { plan: document, confirmed: true })
  await performPlan(user, planRun.id, plainEngine())

  const ended = await getPlanRun(user, planRun.id)
  expect([ended.state, ended.error]).toEqual(['succeeded', undefined])
  expect(ended.outputs).toMatchObject(OUTPUTS[slug] ?? {})
  const file = FILES[slug]
  if (file) expect((await readFile(openVault(user), file)).content).toContain(WRITTEN[slug])
})

test('plan templates are offered only where the site has all of their skills', async () => {
  await seedMarket()
  const user = await contextForOperator({ email: 'user@demo.local' })

  const { templates: offered } = await listPlans(user)

  expect(offered.map(({ slug }) => slug).sort()).toEqual(Object.keys(OUTPUTS).sort())
})

/** Counts rows of the demo market only, because other tests use the same database. */
async function countRows(): Promise<number[]> {
  const db = database()
  const publisher = { handle: { in: loadDemoMarket().map(({ handle }) => handle) } }
  return Promise.all([
    db.publisher.count({ where: publisher }),
    db.version.count({ where: { skillSet: { publisher } } }),
    db.submission.count({ where: { version: { skillSet: { publisher } } } }),
    db.run.count({ where: { skillSet: { publisher } } }),
  ])
}
