/** The demo market is made by the product's own services, so what is asked here is what a visitor would see. */
import { expect, test } from 'vitest'
import { checkSignIn } from '../lib/accounts/check-sign-in.ts'
import { getSkillSetPage } from '../lib/catalog/get-skill-set-page.ts'
import { database } from '../lib/db/client.ts'
import { getQueue } from '../lib/review/get-queue.ts'
import { getSubmission } from '../lib/review/get-submission.ts'
import { contextForOperator } from '../lib/session/for-operator.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from './market/demo-accounts.ts'
import { loadMarket } from './market/load-market.ts'
import { seedMarket } from './seed.ts'

test('a seeded market is complete, and seeding it again changes nothing', { timeout: 60_000 }, async () => {
  await seedMarket()
  const before = await countRows()

  await seedMarket()

  expect(await countRows()).toEqual(before)
  const visitor = await contextForOperator('system')
  for (const { handle, skillSets } of loadMarket()) {
    for (const { slug, versions, inReview } of skillSets) {
      if (inReview) continue
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

test('the three demo people can sign in', async () => {
  await seedMarket()
  const ctx = await contextForOperator('system')

  for (const email of DEMO_EMAILS) {
    expect(await checkSignIn(ctx, { email, password: DEMO_PASSWORD }, '127.0.0.1')).toMatchObject({ email })
  }
})

test('one submission waits, every line of its checklist green', async () => {
  await seedMarket()
  const admin = await contextForOperator({ email: 'admin@demo.local' })

  const { lines } = await getQueue(admin)
  const waiting = lines.find(({ skillSet }) => skillSet.slug === 'bill_splitter')
  const submission = await getSubmission(admin, waiting?.id ?? '')

  expect(submission.checklist.filter(({ ok }) => !ok)).toEqual([])
})

/** Of the market's own stalls: other tests use the same database. */
async function countRows(): Promise<number[]> {
  const db = database()
  const publisher = { handle: { in: loadMarket().map(({ handle }) => handle) } }
  return Promise.all([
    db.publisher.count({ where: publisher }),
    db.version.count({ where: { skillSet: { publisher } } }),
    db.submission.count({ where: { version: { skillSet: { publisher } } } }),
    db.run.count({ where: { skillSet: { publisher } } }),
  ])
}
