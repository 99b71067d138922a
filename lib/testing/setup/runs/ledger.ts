import { runToEnd } from '../../../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { fundWallet } from '../../fund-wallet.ts'

export async function makePaidRun() {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const version = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] }),
  })
  const payer = await makeUser()
  await fundWallet(payer.organisation.id, '1')
  const ctx = await contextFor(payer)
  const run = await runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  const publisher = version.skillSet.publisher
  return { run, ctx, payer, publisher, asPublisher: await contextFor(publisher.owner), version }
}
