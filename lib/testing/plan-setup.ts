import type { Context } from '../context/context.ts'
import type { SkillDocument } from '../contracts/document/skillset-document.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json } from '../kernel/json/json.ts'
import type { PlanDocument, PlanStep } from '../plans/model/document/plan-document.ts'
import { performPlan } from '../plans/perform/perform-plan.ts'
import { startPlanRun } from '../plans/start/start-plan-run.ts'
import { getPlanRun } from '../plans/views/get-plan-run.ts'
import type { SandboxJob } from '../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from './factories.ts'
import { endsWith } from './fake-sandbox.ts'
import { fundWallet, moneyOf } from './fund-wallet.ts'
import { plainEngine } from './workflow-engines.ts'

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

export async function setUpPlans(
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
  await fundWallet(user.organisation.id, '10')
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
  await performPlan(ctx, id, plainEngine())
  return getPlanRun(ctx, id)
}

export const runsOf = (planRunId: string) => database().run.findMany({ where: { planRunId } })
