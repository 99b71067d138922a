/** `plan status`, `plan confirm`, `plan cancel`, `plan resume`: a plan that was started. */
import type { Context } from '#lib/context.ts'
import { cancelPlanRun, confirmPlanRun } from '#lib/plans/change-plan-run.ts'
import { getPlanRun } from '#lib/plans/get-plan-run.ts'
import { resumePlanRun } from '#lib/plans/resume-plan-run.ts'
import type { Command } from './command.ts'
import { followPlanRun } from './follow-plan-run.ts'
import { answerPlanRun } from './plan-words.ts'
import { readJsonFile } from './read-json-file.ts'
import { contextOf } from './who.ts'

const EMAIL = { email: 'who does it; the first admin when left out' }
const OF_ONE = { words: 1, meetsDatabase: true } as const

export const planStatusCommand: Command = {
  summary: 'Show a plan run: its steps, their results, its end.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL,
  ...OF_ONE,
  run: ({ words: [id], options }) => show(options.email, id, async () => {}),
}

export const planConfirmCommand: Command = {
  summary: 'Say yes to a plan run that waits for it.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL,
  ...OF_ONE,
  run: ({ words: [id], options }) => show(options.email, id, (ctx) => confirmPlanRun(ctx, id)),
}

export const planCancelCommand: Command = {
  summary: 'End a plan run, and the runs of its steps.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL,
  ...OF_ONE,
  run: ({ words: [id], options }) => show(options.email, id, (ctx) => cancelPlanRun(ctx, id)),
}

export const planResumeCommand: Command = {
  summary: 'Go on with a plan run that failed or was cancelled, as a new one.',
  usage: 'ID [--yes] [--edit FILE] [--max-price USDC] [--no-wait] [--email EMAIL]',
  options: {
    edit: 'a JSON file with other arguments: {"STEP": {…}}',
    'max-price': 'the most that is left to do may cost',
    ...EMAIL,
  },
  flags: {
    yes: 'say yes to the steps that the approval policy asks about',
    'no-wait': 'answer as soon as it is started',
  },
  ...OF_ONE,
  async run({ words: [id], options, flags }) {
    const ctx = await contextOf(options.email)
    const { planRun } = await resumePlanRun(ctx, id, {
      confirmed: flags.yes,
      ...(options.edit && { editedArgs: readJsonFile(options.edit) }),
      ...(options['max-price'] && { maxPrice: options['max-price'] }),
    })
    return answerPlanRun(flags['no-wait'] ? planRun : await followPlanRun(ctx, planRun))
  },
}

async function show(
  email: string | undefined,
  id: string | undefined,
  first: (ctx: Context) => Promise<void>,
) {
  const ctx = await contextOf(email)
  await first(ctx)
  return { ...answerPlanRun(await getPlanRun(ctx, id)), isBad: false }
}
