import { AppError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { CliCommand } from '../commands/cli-command.ts'
import {
  describeRollouts,
  parseRolloutTarget,
  type ShownRollouts,
} from '../commands/rollouts/rollout-texts.ts'
import { chooseSite, getFromSite, postToSite, SITE_OPTION } from './site.ts'

export const showRolloutCommand: CliCommand = {
  summary: 'Show which version your organisation gets, and how far newer ones are rolled out.',
  usage: 'PUBLISHER.SKILLSET [--site URL]',
  options: SITE_OPTION,
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const [skillSet = ''] = input.positionals
    const shown = await getFromSite<ShownRollouts>(chooseSite(input), paths.rolloutsApi(skillSet))
    return { text: describeRollouts(shown), json: shown }
  },
}

export const returnRolloutCommand: CliCommand = {
  summary: 'Serve the version before again to everyone who follows a range.',
  usage: 'PUBLISHER.SKILLSET@VERSION --reason TEXT [--site URL]',
  options: { reason: 'why; it is sent to those whom it concerns', ...SITE_OPTION },
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const { skillSet, version } = parseRolloutTarget(input.positionals[0] ?? '')
    const { reason = '' } = input.options
    const url = `${paths.rolloutsApi(skillSet)}/${encodeURIComponent(version)}/return`
    const returned = await postToSite<{ version: string; serves: string }>(chooseSite(input), url, { reason })
    return { text: `${returned.serves} is served again instead of ${returned.version}.`, json: returned }
  },
}

/** Here so that who looks for it learns where a person does it: a stolen key must not end the protection of a rollout. */
export const finishRolloutCommand: CliCommand = {
  summary: 'Tell where a person gives a version to everyone at once, which no key can.',
  usage: 'PUBLISHER.SKILLSET@VERSION [--site URL]',
  options: SITE_OPTION,
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const { skillSet, version } = parseRolloutTarget(input.positionals[0] ?? '')
    const [publisher = '', slug = ''] = skillSet.split('.')
    throw new AppError('POLICY_DENIED', {
      message: 'A key cannot give a version to everyone at once: only a person can.',
      suggestedAction: `Open ${chooseSite(input)}${paths.rollout(publisher, slug, version)} and choose “To all now…”.`,
    })
  },
}
