/** Commands of rollouts. They act as a person, with the rights of that person. */
import type { Context } from '#lib/context/context.ts'
import {
  finishByName,
  listRestRollouts,
  returnByName,
  takeByName,
} from '#lib/publishing/rollouts/rest-rollouts.ts'
import { contextForOrganisation, contextForPublisher, ORG_OPTION } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import { describeRollouts, parseRolloutTarget, type RolloutTarget } from './rollout-texts.ts'

const EMAIL = { email: 'the user to act as (default: the owner of the publisher)' }

export const rolloutShowCommand: CliCommand = {
  summary: 'Show which version is served, and how far newer ones are rolled out.',
  usage: 'PUBLISHER.SKILLSET [--email EMAIL]',
  options: EMAIL,
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [skillSet = ''], options }) {
    const ctx = await contextForPublisher(options.email, skillSet.split('.')[0])
    const shown = await listRestRollouts(ctx, skillSet)
    return { text: describeRollouts(shown), json: shown }
  },
}

export const rolloutFinishCommand = changeCommand({
  summary: 'Give a version to everyone at once.',
  usage: 'PUBLISHER.SKILLSET@VERSION [--email EMAIL]',
  act: async (ctx, named) => {
    const { version } = await finishByName(ctx, named)
    return { text: `Everyone who follows a range gets ${version} now.`, json: { version } }
  },
})

export const rolloutReturnCommand = changeCommand({
  summary: 'Serve the version before again.',
  usage: 'PUBLISHER.SKILLSET@VERSION --reason TEXT [--email EMAIL]',
  options: { reason: 'why; it is sent to those whom it concerns' },
  act: async (ctx, named, { reason = '' }) => {
    const returned = await returnByName(ctx, named, { reason })
    return { text: `${returned.serves} is served again instead of ${returned.version}.`, json: returned }
  },
})

export const rolloutTakeCommand: CliCommand = {
  summary: 'Take a version for an organisation before its age or a rollout brings it.',
  usage: 'PUBLISHER.SKILLSET@VERSION --reason TEXT [--email EMAIL] [--org NAME]',
  options: {
    reason: 'why your organisation does not wait; it is audited',
    email: 'the user to act as (default: the first admin)',
    ...ORG_OPTION,
  },
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [target = ''], options: { reason = '', ...options } }) {
    const ctx = await contextForOrganisation(options)
    const taken = await takeByName(ctx, parseRolloutTarget(target), { reason })
    return { text: `Your organisation gets ${taken.version} now.`, json: taken }
  },
}

type Change = Pick<CliCommand, 'summary' | 'usage'> & {
  options?: Record<string, string>
  act: (ctx: Context, target: RolloutTarget, options: { reason?: string }) => ReturnType<CliCommand['run']>
}

function changeCommand({ summary, usage, options: more = {}, act }: Change): CliCommand {
  return {
    ...{ summary, usage, options: { ...more, ...EMAIL } },
    positionals: 1,
    needsDatabase: true,
    async run({ positionals: [text = ''], options }) {
      const target = parseRolloutTarget(text)
      const ctx = await contextForPublisher(options.email, target.skillSet.split('.')[0])
      return act(ctx, target, options)
    },
  }
}
