import { database } from '../../../kernel/db/prisma-client.ts'
import { resolveSkill } from '../../../runs/resolve/resolve-skill.ts'
import { recordRun } from '../../../runs/start/record-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { fundWallet, moneyOf } from '../../fund-wallet.ts'

export const priced = (amount: string) => ({
  pricing: { model: 'per_job' as const, amount, currency: 'USDC' as const },
})

export async function setUpPaidFamily(price = '0.05') {
  const child = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(priced('0.03'))] }),
  })
  const parent = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument(price === '0' ? {} : priced(price))],
      permissions: { skills: [child.skillName] },
    }),
  })
  const payer = await makeUser()
  await fundWallet(payer.organisation.id, '1')
  const ctx = await contextFor(payer)
  const open = async (name: string, above?: Awaited<ReturnType<typeof recordRun>>) => {
    const options = { args: { name: 'Ada' }, ...(above && { parent: above }) }
    return recordRun(ctx, await resolveSkill(ctx, { name }), options, async () => ({
      config: {},
      secrets: [],
      missing: [],
    }))
  }
  const charged = async (id: string) =>
    (await database().run.findUniqueOrThrow({ where: { id }, select: { chargedMicros: true } })).chargedMicros
  return {
    ctx,
    child,
    parent,
    open,
    charged,
    money: () => moneyOf(payer.organisation.id),
    earned: async () =>
      Promise.all(
        [parent, child].map(
          async ({ skillSet }) => (await moneyOf(skillSet.publisher.organisationId)).earnings,
        ),
      ),
  }
}
