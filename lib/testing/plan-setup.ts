// Plans to test with, and somebody who runs them: with money, and a paid skill whose answers the test decides.
import type { Context } from '../context.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import type { PlanDocument, PlanStep } from '../contract/plan/plan-document.ts'
import { database } from '../db/client.ts'
import { getPlanRun } from '../plans/get-plan-run.ts'
import { performPlan } from '../plans/perform-plan.ts'
import { startPlanRun } from '../plans/start-plan-run.ts'
import type { SandboxJob } from '../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from './factories.ts'
import { fund, moneyOf } from './fund.ts'
import { plainPort } from './plan-ports.ts'
import { endsWith } from './pretend-sandbox.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const TEXT = '- Red apple\n- Green pear\n- Blue plum'

export function makePlan(steps: PlanStep[], more: Partial<PlanDocument> = {}): PlanDocument {
  return { version: '1', goal: 'To test plans.', riskLevel: 'read-only', steps, ...more }
}

export const bullets: PlanStep = { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: TEXT } }
export const slugs: PlanStep = {
  id: 'slugs',
  tool: 'util.slugifyTitle',
  args: { title: '$bullet.text' },
  foreach: { from: '$steps.bullets.items', itemName: 'bullet', concurrency: 2 },
  captureAs: 'slugs',
}

export async function setUp(
  answer: (job: SandboxJob, signal?: AbortSignal) => Json | Error | Promise<Json | Error> = () => ({
    message: 'Done.',
  }),
  skill: Partial<SkillDocument> = {},
) {
  const sandbox = endsWith(async (job, signal) => {
    const value = await answer(job, signal)
    if (signal?.aborted) return { kind: 'cancelled', durationMs: 1, logs: [] }
    if (!(value instanceof Error)) return { kind: 'returned', value, durationMs: 1, logs: [] }
    const error = { name: 'Error', message: value.message, stack: '' }
    return { kind: 'threw', error, durationMs: 1, logs: [] }
  })
  const parameters = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument({ pricing: PRICE, parameters, examples: [], ...skill })],
  })
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  await fund(user.organisation.id, '10')
  const ctx = await contextFor(user, { sandbox })
  const start = (plan: PlanDocument, more: object = {}) =>
    startPlanRun(ctx, { plan, confirmed: true, ...more })
  return {
    ctx,
    user,
    sandbox,
    start,
    skill: version.skillName,
    money: () => moneyOf(user.organisation.id),
    async run(plan: PlanDocument, more: object = {}) {
      const { planRun } = await start(plan, more)
      return perform(ctx, planRun.id)
    },
  }
}

export async function perform(ctx: Context, id: string) {
  await performPlan(ctx, id, plainPort())
  return getPlanRun(ctx, id)
}

export const runsOf = (planRunId: string) => database().run.findMany({ where: { planRunId } })
