/** `plan run`: a plan from a file, or one that the organisation keeps, to its end. */
import fs from 'node:fs'
import { AppError } from '#lib/errors.ts'
import { startPlanRun } from '#lib/plans/start-plan-run.ts'
import type { Command } from './command.ts'
import { followPlanRun } from './follow-plan-run.ts'
import { answerPlanRun } from './plan-words.ts'
import { readJsonFile } from './read-json-file.ts'
import { contextFor, ORG_OPTION } from './who.ts'

export const planRunCommand: Command = {
  summary: 'Run a plan and wait for its end.',
  usage: 'FILE|NAME [--yes] [--dry-run] [--max-price USDC] [--no-wait] [--email EMAIL] [--org NAME]',
  options: {
    'max-price': 'the most its steps may cost together',
    email: 'who runs it; the first admin when left out',
    ...ORG_OPTION,
  },
  flags: {
    yes: 'say yes to the steps that the approval policy asks about',
    'dry-run': 'say what would happen, and change nothing',
    'no-wait': 'answer as soon as it is started',
  },
  words: 1,
  meetsDatabase: true,
  async run({ words: [of = ''], options, flags }) {
    const ctx = await contextFor(options)
    const { planRun } = await startPlanRun(ctx, {
      ...planOf(of),
      confirmed: flags.yes,
      dryRun: flags['dry-run'],
      ...(options['max-price'] && { maxPrice: options['max-price'] }),
    })
    return answerPlanRun(flags['no-wait'] ? planRun : await followPlanRun(ctx, planRun))
  },
}

/** What lies there as a file is one; anything else is the name of a plan that is kept. */
function planOf(of: string): { plan: unknown } | { savedPlanId: string } {
  // A folder may well be called as a plan is.
  if (fs.statSync(of, { throwIfNoEntry: false })?.isFile()) return { plan: readJsonFile(of) }
  if (of.includes('/') || of.endsWith('.json'))
    throw new AppError('NOT_FOUND', {
      message: `There is no file ${of}.`,
      suggestedAction: 'Check the path of the file.',
    })
  return { savedPlanId: of }
}
