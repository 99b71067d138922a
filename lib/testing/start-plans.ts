/**
 * Starts plans until there are `total`, as a process that a test may kill: `node lib/testing/start-plans.ts
 * '{"emails":[…],"total":10,"plan":{…}}'`. "RUN" in the plan is replaced by a unique word.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlanRun } from '../plans/start/start-plan-run.ts'
import { contextForOperator } from '../protocols/session/context/context-for-operator.ts'

type Order = { emails: string[]; total: number; plan: unknown }

const { emails, total, plan } = JSON.parse(process.argv[2] ?? '') as Order
const callers = await Promise.all(emails.map((email) => contextForOperator({ email })))
const organisationIds = callers.map((ctx) => ctx.viewer!.organisationId)
const [{ db }] = callers as [(typeof callers)[number]]

console.log('at work')
for (;;) {
  const started = await db.planRun.count({ where: { organisationId: { in: organisationIds } } })
  if (started >= total) process.exit(0)
  const text = JSON.stringify(plan).replaceAll('RUN', randomBytes(6).toString('hex'))
  await startPlanRun(callers[started % callers.length]!, { plan: JSON.parse(text), confirmed: true })
  await sleep(200)
}
