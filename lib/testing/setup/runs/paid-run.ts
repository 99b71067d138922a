import type { Context } from '../../../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { type RunRequest, runToEnd, startRun } from '../../../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { endsWith, type FakeSandbox, returns } from '../../fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../fund-wallet.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

export async function setUpPaidRun({
  sandbox = returns({ message: 'Hello.' }),
  money = '1',
  skill = {},
  set = {},
}: {
  sandbox?: FakeSandbox
  money?: string
  skill?: Partial<SkillDocument>
  set?: Partial<SkillSetDocument>
} = {}) {
  const skills = [makeSkillDocument({ pricing: PRICE, ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills, ...set }) })
  const user = await makeUser()
  if (money !== '0') await fundWallet(user.organisation.id, money)
  const ctx = await contextFor(user, { sandbox })
  const request: RunRequest = { skill: { name: version.skillName }, args: { name: 'Ada' } }
  return {
    ctx,
    sandbox,
    version,
    user,
    run: (terms: Partial<RunRequest> = {}, as: Context = ctx) => runToEnd(as, { ...request, ...terms }),
    start: (terms: Partial<RunRequest> = {}) => startRun(ctx, { ...request, ...terms }),
    money: () => moneyOf(user.organisation.id),
    earned: async () => (await moneyOf(version.skillSet.publisher.organisationId)).earnings,
  }
}

/** A sandbox whose jobs wait until the test calls their gates. */
export function slowSandbox() {
  const gates: (() => void)[] = []
  const sandbox = endsWith(async (_job, signal) => {
    await new Promise<void>((resolve) => {
      gates.push(resolve)
      signal?.addEventListener('abort', () => resolve())
    })
    if (signal?.aborted) return { kind: 'cancelled', durationMs: 1, logs: [] }
    return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
  })
  return { fake: sandbox, gates }
}
